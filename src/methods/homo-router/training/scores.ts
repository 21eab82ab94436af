import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  tokenF1,
} from "../../../metrics/score.ts";
import type { Answerer } from "./answerer.ts";

/**
 * The paper does not define its "Text-Matching" (Eq. 3). `cover-tokens` is `cover` on word
 * boundaries.
 */
export const matchings = ["token-f1", "exact", "cover", "cover-tokens"] as const;
export type Matching = (typeof matchings)[number];

export interface ScoreRow {
  id: string;
  question: string;
  set?: string | undefined;
  golds: string[];
  /** l in [0, 1] by tool id; a tool whose search failed is absent. */
  scores: Record<string, number>;
  /** Null until computed. */
  vector: Float32Array | null;
  /** `id@sha256`. */
  encoder: string | null;
  /** Answers by tool id; the scores come from them. */
  predictions: Record<string, string>;
  answerer?: Answerer | undefined;
}

/** In [0, 1]. */
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

/** Null without gold, or if a score has no answer: a row must not mix matchings. */
export function rescored(row: ScoreRow, matching: Matching): ScoreRow | null {
  if (row.golds.length === 0) return null;
  if (Object.keys(row.scores).some((tool) => !Object.hasOwn(row.predictions, tool))) return null;
  return { ...row, scores: scoreAnswers(row.predictions, row.golds, matching) };
}

export interface Example {
  id: string;
  question: string;
  vector: Float32Array;
  /** Unrefined, in tool order. */
  labels: readonly number[];
}

export interface DroppedRow {
  id: string;
  reason: "no-vector" | "tool-missing" | "vector-length" | "not-a-number";
}

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
