/** Checks every row, whatever its source. */

import { english } from "../../../src/language/english/english.ts";
import { noWords } from "../../../src/language/language.ts";
import { parseChain } from "../../../src/stages/parse/chain.ts";
import type { LmRow } from "./lm-row.ts";

/** Why a row may not be trained on; null if it may. */
export function faultOf({ skill, messages, segments }: LmRow): string | null {
  const learned = segments.filter(({ learn }) => learn).map(({ text }) => text);
  const all = [...messages.map(({ content }) => content), ...segments.map(({ text }) => text)];
  if (learned.length === 0) return "nothing is learned";
  if (!segments.at(-1)?.learn) return "ends in what is not learned";
  if (learned.some((text) => text.trim() !== text || text === "")) return "blank or empty output";
  if (all.some((text) => text.includes("<|"))) return "a control token";
  if (learned.some((text) => /#\d/u.test(text))) return "a reference to a step";
  if (skill === "plan" || skill === "correct") return chainFault(learned);
  return null;
}

/** Each learned line must be what the app parses: one query, or the end. */
function chainFault(learned: readonly string[]): string | null {
  for (const text of learned) {
    const { nodes, finalContent, resolution } = parseChain(text, "", english(noWords));
    if (resolution !== "clean") return "a line that the app has to mend";
    if (nodes.length + (finalContent === null ? 0 : 1) !== 1) return "not exactly one line";
  }
  return null;
}
