import type { Language } from "../../../language/language.ts";
import { type Resolved, resolved } from "../../../stages/parse/resolution.ts";
import { findConclusion, parseReasoning } from "./steps.ts";

export interface ParsedSentence extends Resolved {
  sentence: string;
  /** Empty until `So the answer is:`. */
  answer: string;
}

/** Only the first sentence: later ones are rewritten once more is found. */
export function parseSentence(output: string, language: Language): ParsedSentence {
  const [sentence, second] = parseReasoning(output, language).steps;
  const answer = findConclusion(output, language)?.answer ?? "";
  if (sentence !== undefined) {
    return { sentence, answer: second === undefined ? answer : "", ...resolved([]) };
  }
  if (answer !== "") return { sentence: `So the answer is: ${answer}`, answer, ...resolved([]) };
  return { sentence: "", answer: "", resolution: "fell-back", detail: "no sentence" };
}

/** In characters; list marks before a sentence are dropped. */
const maxGap = 8;

/**
 * The sentence as an implicit query: one token below `threshold` in [0, 1] drops its whole word.
 * Null if there is none.
 */
export function withoutUnsureWords(
  sentence: string,
  tokens: readonly string[],
  logprobs: readonly number[],
  threshold: number,
): string | null {
  const unsure: { start: number; end: number }[] = [];
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const bare = token.trim();
    const start = bare === "" ? -1 : sentence.indexOf(bare, from);
    if (start < 0 || start - from > maxGap) continue;
    from = start + bare.length;
    if (Math.exp(logprobs[index] ?? 0) < threshold) unsure.push({ start, end: from });
  }
  if (unsure.length === 0) return null;
  const words = [...sentence.matchAll(/\S+/gu)].filter(
    ({ index, 0: word }) =>
      !unsure.some(({ start, end }) => start < index + word.length && end > index),
  );
  return words.map(([word]) => word).join(" ");
}
