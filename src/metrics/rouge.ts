/** ROUGE as in google-research's `rouge_score`, without stemming. */
import { scoringTokens } from "../language/normalise.ts";
import { hasEnglishRules } from "../language/scoring-units.ts";
import { harmonic, longestCommonSubsequence, overlap } from "./overlap.ts";

export interface Rouge {
  rouge1: number;
  rouge2: number;
  rougeL: number;
}

/**
 * F-measures in [0, 1] against the gold answer with the best ROUGE-L, as SlimPLM scores. Null
 * without gold. Languages other than English use the units of the other scores, since ROUGE's
 * tokens are a-z and digits.
 */
export function rouge(
  prediction: string,
  golds: readonly string[],
  language?: string,
): Rouge | null {
  const tokensOf = hasEnglishRules(language)
    ? rougeTokens
    : (text: string) => scoringTokens(text, language);
  const scores = golds.map((gold) => pairRouge(tokensOf(prediction), tokensOf(gold)));
  const [first, ...others] = scores;
  if (first === undefined) return null;
  return others.reduce((best, one) => (one.rougeL > best.rougeL ? one : best), first);
}

function pairRouge(predicted: readonly string[], expected: readonly string[]): Rouge {
  const common = longestCommonSubsequence(predicted, expected);
  return {
    rouge1: gramF1(predicted, expected, 1),
    rouge2: gramF1(predicted, expected, 2),
    rougeL: harmonic(common, predicted.length, expected.length),
  };
}

function gramF1(predicted: readonly string[], expected: readonly string[], size: number): number {
  const [said, right] = [grams(predicted, size), grams(expected, size)];
  return harmonic(overlap(said, right), said.length, right.length);
}

/** Joined by a space, which no word contains. */
function grams(words: readonly string[], size: number): string[] {
  return words.slice(0, Math.max(0, words.length - size + 1)).map((_, index) => {
    return words.slice(index, index + size).join(" ");
  });
}

/** Articles stay; letters other than a-z separate tokens. */
function rougeTokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
}
