/** What HomoRouter learns from (§3.2): for each question, how well each tool let it be answered. */

import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  tokenF1,
} from "../../../metrics/score.ts";
import type { Answerer } from "./answerer.ts";

/**
 * The paper's "Text-Matching" (Eq. 3), which it does not define. `cover-tokens` is `cover` on
 * word boundaries.
 */
export const matchings = ["token-f1", "exact", "cover", "cover-tokens"] as const;
export type Matching = (typeof matchings)[number];

/** One question with the score of each tool. */
export interface ScoreRow {
  id: string;
  question: string;
  /** The set of questions that it is of, as its file names it; absent where nobody said. */
  set?: string | undefined;
  /** Every spelling of the right answer. */
  golds: string[];
  /** l in [0, 1] of each tool, by its id. A tool whose search failed is not there. */
  scores: Record<string, number>;
  /** The question's sentence vector; null until it is computed. */
  vector: Float32Array | null;
  /** `id@sha256` of the encoder that the vector is of; null where there is none or nobody said. */
  encoder: string | null;
  /** What was answered with each tool, by its id; where the scores come from. */
  predictions: Record<string, string>;
  /** Who gave those answers; absent where nobody said, as in rows of earlier versions. */
  answerer?: Answerer | undefined;
}

/** The score of an answer, in [0, 1]. */
export function matchScore(
  matching: Matching,
  prediction: string,
  golds: readonly string[],
): number {
  switch (matching) {
    case "token-f1":
      return tokenF1(prediction, golds);
    case "exact":
      return exactMatch(prediction, golds);
    case "cover":
      return coverExactMatch(prediction, golds);
    case "cover-tokens":
      return coverExactMatchTokens(prediction, golds);
  }
}

/** The score of each answer. */
export function scoreAnswers(
  predictions: Readonly<Record<string, string>>,
  golds: readonly string[],
  matching: Matching,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(predictions).map(([tool, answer]) => [
      tool,
      matchScore(matching, answer, golds),
    ]),
  );
}

/**
 * The row with its answers scored anew. Null when it cannot be: no gold answer, or a score
 * without the answer that it is of. Two kinds of matching must not mix in one row.
 */
export function rescored(row: ScoreRow, matching: Matching): ScoreRow | null {
  if (row.golds.length === 0) return null;
  if (Object.keys(row.scores).some((tool) => !Object.hasOwn(row.predictions, tool))) return null;
  return { ...row, scores: scoreAnswers(row.predictions, row.golds, matching) };
}

/** A row whose every part that training needs is there. */
export interface Example {
  id: string;
  question: string;
  vector: Float32Array;
  /** In the order of the tools; raw, not refined. */
  labels: readonly number[];
}

/** Why a row is not trained on. The paper drops rows with invalid search results. */
export interface DroppedRow {
  id: string;
  reason: "no-vector" | "tool-missing" | "vector-length" | "not-a-number";
}

/** The rows that can be trained on, with their labels in the order of `toolIds`. */
export function examplesOf(
  rows: readonly ScoreRow[],
  toolIds: readonly string[],
): { examples: Example[]; dropped: DroppedRow[] } {
  const examples: Example[] = [];
  const dropped: DroppedRow[] = [];
  const dimensions = rows.find((row) => row.vector !== null)?.vector?.length ?? 0;
  for (const row of rows) {
    const example = exampleOf(row, toolIds, dimensions);
    if (typeof example === "string") dropped.push({ id: row.id, reason: example });
    else examples.push(example);
  }
  return { examples, dropped };
}

function exampleOf(
  { id, question, scores, vector }: ScoreRow,
  toolIds: readonly string[],
  dimensions: number,
): Example | DroppedRow["reason"] {
  if (vector === null) return "no-vector";
  if (vector.length !== dimensions || dimensions === 0) return "vector-length";
  const labels = toolIds.flatMap((tool) =>
    Object.hasOwn(scores, tool) ? [scores[tool] ?? 0] : [],
  );
  if (labels.length !== toolIds.length) return "tool-missing";
  const isScore = (label: number) => label >= 0 && label <= 1;
  if (!labels.every(isScore) || !vector.every(Number.isFinite)) return "not-a-number";
  return { id, question, vector, labels };
}
