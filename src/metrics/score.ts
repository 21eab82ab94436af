/**
 * Answer metrics, as the official scripts compute them; each takes the best of several gold
 * answers. `testing/metrics/official-scores.json` holds the scripts' own results. `language` is a
 * BCP-47 tag; default: English.
 */

import { scoringForm, scoringTokens, tokens } from "../language/normalise.ts";
import { largestOf } from "../log/largest.ts";
import { harmonic, longestCommonSubsequence, overlap } from "./overlap.ts";

/** Strict exact match after normalising, 0 or 1. */
export function exactMatch(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  return golds.some((gold) => scoringForm(gold, language) === clean) ? 1 : 0;
}

/** cover-EM as in the paper: a gold answer is a substring of the output, 0 or 1. */
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

/** cover-EM on token boundaries, so that "no" is not found in "know". */
export function coverExactMatchTokens(
  prediction: string,
  golds: readonly string[],
  language?: string,
): number {
  const clean = scoringForm(prediction, language);
  return golds.some((gold) => holdsWords(clean, scoringForm(gold, language))) ? 1 : 0;
}

/**
 * SlimPLM's matching ratio r = |{y ∈ Y : y ⊂ â}| / |Y| (Eq. 2), in [0, 1]: the share of gold
 * answers that are substrings of the output, after normalising. Its mean over questions is called
 * EM in the paper's tables; 0 without gold answers. Any alias of an answer counts: over ASQA's
 * groups this is that set's STR-EM.
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

/** SlimPLM's Hit@1: at least one gold answer is in the output (r > 0), 0 or 1. */
export function hitAtOne(prediction: string, golds: readonly string[], language?: string): number {
  return coverExactMatch(prediction, golds, language);
}

/** SlimPLM's label Known(True): r > θ, strictly; θ = 0.5 in the released code. */
export function isKnownAnswer(prediction: string, golds: readonly string[], theta = 0.5): boolean {
  return matchingRatio(prediction, golds) > theta;
}

/** Token F1 of SQuAD's scripts, in [0, 1]. */
export function tokenF1(prediction: string, golds: readonly string[]): number {
  return best(golds, (gold) => pairF1(prediction, gold));
}

/** HotpotQA's closed answers: no partial credit. */
const closedAnswers: ReadonlySet<string> = new Set(["yes", "no", "noanswer"]);

/**
 * Token F1 of HotpotQA's script (same as 2WikiMultihopQA's), in [0, 1]: SQuAD's, but 0 if
 * prediction and gold differ and one of them is a bare yes, no or noanswer.
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
 * Whether an answer chooses the right option of the question, 0 or 1: it names that one and no
 * other. "A is taller than B" names both and chooses none. An answer that names none in full
 * chooses the option it is a part of. Null unless exactly one option is a gold answer. Our
 * addition: cover-EM counts every answer that names all options as right.
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

/** One name within the other, on word boundaries: "Gasherbrum II" and "Gasherbrum II peak". */
function areAlike(a: string, b: string): boolean {
  return holdsWords(a, b) || holdsWords(b, a);
}

function holdsWords(text: string, words: string): boolean {
  return words !== "" && ` ${text} `.includes(` ${words} `);
}

/**
 * The options that a text names; longer names first, so that part of one does not match another.
 */
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

/**
 * ROUGE-L F1 of two texts over the pipeline's normalised words, in [0, 1]: SearChain's check of a
 * long answer against its passage. Not a score: see `rouge.ts`.
 */
export function agreementRougeL(prediction: string, reference: string): number {
  const predicted = tokens(prediction);
  const expected = tokens(reference);
  return harmonic(longestCommonSubsequence(predicted, expected), predicted.length, expected.length);
}
