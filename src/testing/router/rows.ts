/** The best tool is predictable from the vector. */

import type { ScoreRow } from "../../methods/homo-router/training/scores.ts";
import { seededRandom } from "../../shared/random.ts";

export const rowEncoder = "fake-encoder@1";

export const rowTools = ["none", "bm25", "web"];

export function rowsOf(count: number, seed = 1): ScoreRow[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const vector = Float32Array.from({ length: 8 }, () => random() - 0.5);
    const knows = (vector[0] ?? 0) > 0 ? 0.9 : 0.1;
    const noisy = (score: number) => score + 0.1 * (random() - 0.5);
    return {
      id: `q${index}`,
      question: `Question ${index}?`,
      golds: ["yes"],
      scores: { none: noisy(knows), bm25: noisy(1 - knows), web: noisy(0.6) },
      vector,
      encoder: rowEncoder,
      predictions: {},
    };
  });
}
