/**
 * As the official scripts compute them (`testing/metrics/official-scores.json`); the best of
 * several golds counts. `language`: BCP-47, default English.
 */

import { scoringForm, scoringTokens, tokens } from "../language/normalise.ts";
import { largestOf } from "../log/largest.ts";
import { harmonic, longestCommonSubsequence, overlap } from "./overlap.ts";

/** After normalising, 0 or 1. */
export function exactMatch(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  return golds.some((gold) => scoringForm(gold, language) === clean) ? 1 : 0;
}

/** CoopLLM's: a gold answer is a substring, 0 or 1. */
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

/** So that "no" is not found in "know". */
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

/** SlimPLM's r > 0, 0 or 1. */
export function hitAtOne(prediction: string, golds: readonly string[], language?: string): number {
  return coverExactMatch(prediction, golds, language);
}

/** SlimPLM's r > θ, strictly; 0.5 in the released code. */
export function isKnownAnswer(prediction: string, golds: readonly string[], theta = 0.5): boolean {
  return matchingRatio(prediction, golds) > theta;
}

/** SQuAD's, in [0, 1]. */
export function tokenF1(prediction: string, golds: readonly string[]): number {
  return best(golds, (gold) => pairF1(prediction, gold));
}

/** HotpotQA: no partial credit. */
const closedAnswers: ReadonlySet<string> = new Set(["yes", "no", "noanswer"]);

/**
 * HotpotQA's and 2WikiMultihopQA's: SQuAD's, but 0 if they differ and one is a bare yes, no or
 * noanswer.
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
 * Ours, 0 or 1: names the right option and no other. "A is taller than B" chooses none; a part of
 * one option chooses it. Null unless one option is gold. cover-EM accepts answers that name all
 * options.
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

/** On word boundaries: "Gasherbrum II" and "Gasherbrum II peak". */
function areAlike(a: string, b: string): boolean {
  return holdsWords(a, b) || holdsWords(b, a);
}

function holdsWords(text: string, words: string): boolean {
  return words !== "" && ` ${text} `.includes(` ${words} `);
}

/** Longer names first, so that a part of one does not match another. */
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

/** SearChain's check of a long answer, in [0, 1]. Not a score: see `rouge.ts`. */
export function agreementRougeL(prediction: string, reference: string): number {
  const predicted = tokens(prediction);
  const expected = tokens(reference);
  return harmonic(longestCommonSubsequence(predicted, expected), predicted.length, expected.length);
}
