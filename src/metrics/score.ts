/**
 * Scores as the official scripts compute them (`testing/metrics/official-scores.json`); the best of
 * several golds counts. `language` is a BCP-47 tag, by default English.
 */

import { scoringForm, scoringTokens, tokens } from "../language/normalise.ts";
import { largestOf } from "../log/largest.ts";
import { harmonic, longestCommonSubsequence, overlap } from "./overlap.ts";

export function exactMatch(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  return golds.some((gold) => scoringForm(gold, language) === clean) ? 1 : 0;
}

/** CoopLLM's cover-EM: 1 if a gold answer is a substring, else 0. */
export function coverExactMatch(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  return holdsAny(scoringForm(prediction, language), golds, language) ? 1 : 0;
}

function holdsAny(clean: string, golds: readonly string[], language?: string): boolean {
  const forms = golds.map((gold) => scoringForm(gold, language));
  return forms.some((form) => form !== "" && clean.includes(form));
}

/** "no" is not found in "know". */
export function coverExactMatchTokens(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  return golds.some((gold) => holdsWords(clean, scoringForm(gold, language))) ? 1 : 0;
}

/**
 * SlimPLM's r = |{y ∈ Y : y ⊂ â}| / |Y| (Eq. 2), in [0, 1]; its mean is the tables' EM. Over ASQA's
 * alias groups this is STR-EM.
 */
export function matchingRatio(
  prediction: string,
  golds: readonly (string | readonly string[])[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  const covered = golds.filter((gold) =>
    holdsAny(clean, typeof gold === "string" ? [gold] : gold, language),
  );
  return golds.length === 0 ? 0 : covered.length / golds.length;
}

/** SlimPLM's Hit@1: 1 if r > 0, else 0. */
export function hitAtOne(prediction: string, golds: readonly string[], language?: string): number {
  return coverExactMatch(prediction, golds, language);
}

/** SlimPLM's Known(True): r > θ, strictly; θ = 0.5 in the released code. */
export function isKnownAnswer(prediction: string, golds: readonly string[], theta = 0.5): boolean {
  return matchingRatio(prediction, golds) > theta;
}

/** SQuAD's token F1, in [0, 1]. */
export function tokenF1(prediction: string, golds: readonly string[]): number {
  return best(golds, (gold) => pairF1(prediction, gold));
}

/** HotpotQA gives these no partial credit. */
const closedAnswers: ReadonlySet<string> = new Set(["yes", "no", "noanswer"]);

/**
 * Token F1 of HotpotQA and 2WikiMultihopQA: SQuAD's, but 0 if the answers differ and one is a bare
 * yes, no or noanswer.
 */
export function hotpotF1(prediction: string, golds: readonly string[], language?: string): number {
  return best(golds, (gold) => {
    const [said, right] = [scoringForm(prediction, language), scoringForm(gold, language)];
    const closed = closedAnswers.has(said) || closedAnswers.has(right);
    return closed && said !== right ? 0 : pairF1(prediction, gold, language);
  });
}

function best(golds: readonly string[], score: (gold: string) => number): number {
  return largestOf(golds.map(score), 0);
}

function pairF1(prediction: string, gold: string, language?: string): number {
  const predicted = scoringTokens(prediction, language);
  const expected = scoringTokens(gold, language);
  return harmonic(overlap(predicted, expected), predicted.length, expected.length);
}

/**
 * Our own score, 1 if an answer names the right option and no other: cover-EM accepts answers that
 * name all options. A part of an option's name chooses it. Null unless exactly one option is gold.
 */
export function rightChoice(
  prediction: string,
  golds: readonly string[],
  options: readonly string[],
  language?: string,
): number | null {
  const formOf = (text: string) => scoringForm(text, language);
  const forms = [...new Set(options.map(formOf))].filter((form) => form !== "");
  const wantedForms = golds.map(formOf);
  const equal = forms.filter((form) => wantedForms.includes(form));
  const alike = forms.filter((form) => wantedForms.some((gold) => areAlike(form, gold)));
  const right = equal.length > 0 ? equal : alike;
  const [wanted] = right;
  if (forms.length < 2 || wanted === undefined || right.length > 1) return null;
  const [chosen, ...others] = chosenOf(formOf(prediction), forms);
  return chosen === wanted && others.length === 0 ? 1 : 0;
}

/** True for "Gasherbrum II" and "Gasherbrum II peak". */
function areAlike(a: string, b: string): boolean {
  return holdsWords(a, b) || holdsWords(b, a);
}

function holdsWords(text: string, words: string): boolean {
  return words !== "" && ` ${text} `.includes(` ${words} `);
}

/** Longer names come first, so that a part of one does not match another. */
function chosenOf(text: string, options: readonly string[]): string[] {
  let rest = ` ${text} `;
  const named = options
    .toSorted((a, b) => b.length - a.length)
    .filter((option) => {
      const found = rest.includes(` ${option} `);
      rest = rest.replaceAll(` ${option} `, " \u0000 ");
      return found;
    });
  return named.length > 0 ? named : options.filter((option) => holdsWords(option, text));
}

/** SearChain's check of a long answer, in [0, 1]; not a score (see `rouge.ts`). */
export function agreementRougeL(prediction: string, reference: string): number {
  const predicted = tokens(prediction);
  const expected = tokens(reference);
  return harmonic(longestCommonSubsequence(predicted, expected), predicted.length, expected.length);
}
