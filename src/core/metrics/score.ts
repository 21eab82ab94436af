/** Answer metrics; every one takes the best of several gold answers. */
import { normalise, tokens } from "./normalise.ts";

/** Strict exact match after normalising, 0 or 1. */
export function exactMatch(prediction: string, golds: readonly string[]): number {
  const clean = normalise(prediction);
  return golds.some((gold) => normalise(gold) === clean) ? 1 : 0;
}

/** cover-EM as the paper has it: a gold answer is a substring of the output, 0 or 1. */
export function coverExactMatch(prediction: string, golds: readonly string[]): number {
  const clean = normalise(prediction);
  return golds.some((gold) => normalise(gold) !== "" && clean.includes(normalise(gold))) ? 1 : 0;
}

/** cover-EM on token boundaries, so that "no" is not found in "know". */
export function coverExactMatchTokens(prediction: string, golds: readonly string[]): number {
  const padded = ` ${normalise(prediction)} `;
  return golds.some((gold) => normalise(gold) !== "" && padded.includes(` ${normalise(gold)} `))
    ? 1
    : 0;
}

/**
 * SlimPLM's matching ratio r = |{y ∈ Y : y ⊂ â}| / |Y| (Eq. 2), in [0, 1]: the share of gold
 * answers that are substrings of the output, after normalising. Its mean over questions is
 * what the paper's tables call EM; 0 without gold answers.
 */
export function matchingRatio(prediction: string, golds: readonly string[]): number {
  const clean = normalise(prediction);
  const said = golds.map(normalise).filter((gold) => gold !== "" && clean.includes(gold));
  return golds.length === 0 ? 0 : said.length / golds.length;
}

/** SlimPLM's Hit@1: at least one gold answer is in the output (r > 0), 0 or 1. */
export function hitAtOne(prediction: string, golds: readonly string[]): number {
  return matchingRatio(prediction, golds) > 0 ? 1 : 0;
}

/** SlimPLM's label Known(True): r > θ, strictly; θ = 0.5 in the released code. */
export function isKnownAnswer(prediction: string, golds: readonly string[], theta = 0.5): boolean {
  return matchingRatio(prediction, golds) > theta;
}

/** Token F1 of SQuAD and HotpotQA, in [0, 1]. */
export function tokenF1(prediction: string, golds: readonly string[]): number {
  return Math.max(0, ...golds.map((gold) => pairF1(tokens(prediction), tokens(gold))));
}

/** ROUGE-L F1 of two texts over normalised words, in [0, 1]. */
export function rougeL(prediction: string, reference: string): number {
  const predicted = tokens(prediction);
  const expected = tokens(reference);
  return harmonic(longestCommonSubsequence(predicted, expected), predicted.length, expected.length);
}

function pairF1(predicted: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of predicted) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return harmonic(common, predicted.length, expected.length);
}

function harmonic(common: number, predicted: number, expected: number): number {
  if (common === 0) return 0;
  const precision = common / predicted;
  const recall = common / expected;
  return (2 * precision * recall) / (precision + recall);
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    b.forEach((other, index) => {
      const diagonal = row[index] ?? 0;
      next.push(word === other ? diagonal + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}
