/** SearChain steps 3 and 4: what the reader's finding does to a node. */

import type { Language } from "../language/language.ts";
import { isEmpty } from "../language/normalise.ts";
import type { Verdict } from "../log/events.ts";
import type { RunSettings } from "../log/types.ts";
import { agreementRougeL } from "../metrics/score.ts";
import type { Context } from "../runtime/context.ts";
import { weighProposal } from "./pass-on.ts";
import type { Reading } from "./read.ts";

export interface Judgement {
  verdict: Exclude<Verdict, "skipped">;
  /** The empty-span guard changed the printed algorithm's verdict. */
  guarded: boolean;
}

const ofProposal = { verified: "verified", overruled: "corrected", open: "completed" } as const;

/**
 * `proposal`: an answer from memory to a query that the chain left open; it is confirmed, overruled
 * or ignored. A null answer is an unsolved query: completed with whatever span there is, *whatever
 * f is*. Otherwise the span counts only above θ; without a confidence any found span counts.
 * SearChain's short-form test is whether the answer contains the span; here in whole words, so that
 * Niger is not found in Nigeria.
 */
export function judge(
  { query, answer: said }: { query: string; answer: string | null },
  reading: Reading,
  { settings, language }: { settings: RunSettings; language: Language },
  proposal: string | null = null,
): Judgement {
  const answer = said !== null && isSomeOfList(query, said, reading, language) ? null : said;
  const empty = isEmpty(reading.span);
  const guard = settings.switches.emptySpanGuard && empty;
  if (answer === null && guard) return { verdict: "unsolved", guarded: true };
  if (answer === null) {
    const isWhole = proposal !== null && !isSomeOfList(query, proposal, reading, language);
    const outcome = isWhole ? weighProposal({ settings, language }, proposal, reading) : "open";
    return { verdict: ofProposal[outcome], guarded: false };
  }
  const sure =
    reading.confidence === null ? !empty : reading.confidence > settings.confidenceThreshold;
  if (!sure) return { verdict: "accepted", guarded: false };
  if (guard) return { verdict: "accepted", guarded: true };
  const isLong = settings.answerForm === "long";
  const agrees = isLong
    ? agreementRougeL(answer, reading.passage?.text ?? "") > settings.rougeThreshold
    : language.holdsName(answer, reading.span);
  return { verdict: agrees ? "verified" : "corrected", guarded: false };
}

/**
 * A value of the wrong kind is no finding, like an empty span: "704 km" for a population. A log
 * that goes straight to its verdict used the span unchanged, and so does its replay.
 */
export function ofAskedKind(
  context: Pick<Context, "language" | "settings" | "recorded">,
  query: string,
  reading: Reading,
): Reading {
  const guards = context.settings.switches.emptySpanGuard && context.recorded("verdict") === null;
  return guards && context.language.isOfWrongKind(query, reading.span)
    ? { ...reading, span: "", passage: null }
    : reading;
}

/** "Germany", if all neighbours of Poland are asked for and found: an incomplete answer. */
function isSomeOfList(
  query: string,
  answer: string,
  { span }: Reading,
  language: Language,
): boolean {
  if (!language.asksForSeveral(query) || !language.holdsName(span, answer)) return false;
  return language.namesIn(answer).length < language.namesIn(span).length;
}
