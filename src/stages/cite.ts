/**
 * A wrong citation is worse than none: a step counts if the reader found it, a passage if it
 * contains the claim's words.
 */
import { isCarried, namingWords } from "../folds/answer-state.ts";
import { tokens } from "../language/normalise.ts";
import type { ScoredPassage } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";

export type CitedStep = Step & { node: string };

/** `rests` holds the numbers of the steps that it names, from 1. */
export function composeCarried(
  context: Context,
  short: string,
  steps: readonly CitedStep[],
  rests: readonly number[],
): string {
  const carried = steps.map(({ node, query, answer }) => ({
    query,
    answer: isCarried(context.trace, node) ? answer : "",
  }));
  const named = rests.filter((mark) => (carried[mark - 1]?.answer ?? "") !== "");
  return context.prompts.composeAnswer(short, carried, named);
}

const mark = /\[(\d{1,2})\]/gu;
/** Share of a claim's words that its passage must contain. */
const leastShare = 0.5;

/**
 * Removes marks whose passage lacks both the answer and the words before the mark. `passageOf` is
 * null if a mark names a step; that mark stays.
 */
export function withoutUncarried(
  text: string,
  short: string,
  passageOf: (mark: number) => ScoredPassage | null,
): string {
  let from = 0;
  let claim = "";
  const retained = text.replace(mark, (whole, digits: string, at: number) => {
    claim = lastSentence(text.slice(from, at)) || claim;
    from = at + whole.length;
    const passage = passageOf(Number(digits));
    return passage === null || carries(passage, claim, short) ? whole : "";
  });
  return retained === text ? text : closedUp(retained);
}

function closedUp(text: string): string {
  return text.replace(/[^\S\n]+/gu, (gap, at: number) => {
    const next = text[at + gap.length] ?? "\n";
    return ".,;:!?\n".includes(next) ? "" : gap;
  });
}

function carries({ title, text }: ScoredPassage, claim: string, short: string): boolean {
  const words = ` ${tokens(`${title} ${text}`).join(" ")} `;
  const has = (name: string) => words.includes(` ${name} `);
  // One of several answers suffices: "1975, 2015 and 2017".
  if (namingWords(short).some(has)) return true;
  const claimed = namingWords(claim);
  if (claimed.length === 0) return true;
  return claimed.filter(has).length >= leastShare * claimed.length;
}

function lastSentence(text: string): string {
  return (text.split(/(?<=[.!?;])\s/u).at(-1) ?? "").trim();
}
