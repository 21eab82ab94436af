import type { Language } from "../language/language.ts";
import { isEmpty } from "../language/normalise.ts";
import type { Verdict } from "../log/events.ts";
import type { RunSettings } from "../log/types.ts";
import { agreementRougeL } from "../metrics/score.ts";
import type { Context } from "../runtime/context.ts";
import { weighProposal } from "./memory-proposal.ts";
import type { Reading } from "./read.ts";

export interface Judgement {
  verdict: Exclude<Verdict, "skipped">;
  /** The empty-span guard changed the printed verdict. */
  guarded: boolean;
}

const verdictOfOutcome = {
  verified: "verified",
  overruled: "corrected",
  open: "completed",
} as const;

/**
 * An unsolved query accepts any span, whatever the reader's confidence (“whatever f is”); otherwise the span
 * counts only above θ, or if it has no confidence. The short-form test is containment, here of
 * whole words, so that Niger is not found in Nigeria. A `proposal` from memory is confirmed,
 * overruled or ignored.
 */
export function judgeStep(
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
    return { verdict: verdictOfOutcome[outcome], guarded: false };
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

/** "704 km" for a population is no finding. Replay follows logs that used the span unchanged. */
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

/** "Germany" for all neighbours of Poland is incomplete. */
function isSomeOfList(
  query: string,
  answer: string,
  { span }: Reading,
  language: Language,
): boolean {
  if (!language.asksForSeveral(query) || !language.holdsName(span, answer)) return false;
  return language.namesIn(answer).length < language.namesIn(span).length;
}
