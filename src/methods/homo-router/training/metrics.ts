/** How well predicted scores stand for true ones, over questions (rows) and tools (columns). */
import { mean, type ScoreMatrix, scoreAt } from "./problem.ts";

/**
 * J (Eq. 8): mean over questions of KL[softmax_m(p) ‖ softmax_m(l)], in nats. The softmax has no
 * temperature, so scores in [0, 1] give nearly even distributions and J is tiny for any predictor.
 */
export function klDivergence(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(divergences(predicted, labels));
}

/** What each question adds to J. */
export function divergences(predicted: ScoreMatrix, labels: ScoreMatrix): number[] {
  return predicted.map((row, question) => {
    const p = logSoftmax(row);
    const l = logSoftmax(labels[question] ?? []);
    return p.reduce((sum, log, tool) => sum + Math.exp(log) * (log - (l[tool] ?? 0)), 0);
  });
}

function logSoftmax(row: readonly number[]): number[] {
  const highest = Math.max(...row);
  const sum = row.reduce((total, value) => total + Math.exp(value - highest), 0);
  return row.map((value) => value - highest - Math.log(sum));
}

/** Mean |p − l| over questions and tools. */
export function meanAbsoluteError(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(
    predicted.flatMap((row, question) =>
      row.map((score, tool) => Math.abs(score - scoreAt(labels, question, tool))),
    ),
  );
}

/**
 * Of all pairs of tools of one question whose true scores differ, the share that the predicted
 * scores put in the same order; a predicted tie counts half. Pairs of all questions count alike.
 * 0.5 is guessing. Null when no question tells its tools apart.
 */
export function pairAccuracy(predicted: ScoreMatrix, labels: ScoreMatrix): number | null {
  const hits = predicted.flatMap((row, question) =>
    pairs(row.length).flatMap(([a, b]) => {
      const truth = Math.sign(scoreAt(labels, question, a) - scoreAt(labels, question, b));
      if (truth === 0) return [];
      const guess = Math.sign((row[a] ?? 0) - (row[b] ?? 0));
      return [guess === 0 ? 0.5 : guess === truth ? 1 : 0];
    }),
  );
  return hits.length === 0 ? null : mean(hits);
}

function pairs(count: number): [number, number][] {
  const all: [number, number][] = [];
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) all.push([a, b]);
  }
  return all;
}

/**
 * Share of questions whose tool with the highest predicted score is one of those with the highest
 * true score. Where several share the highest predicted score, the share of them that are.
 */
export function topAccuracy(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(
    predicted.map((row, question) => {
      const truth = labels[question] ?? [];
      const [favourites, best] = [highestOf(row), new Set(highestOf(truth))];
      return favourites.filter((tool) => best.has(tool)).length / favourites.length;
    }),
  );
}

/** Accuracy of Best-Predicted (Eq. 7): the mean of what it scores on each question. */
export function bestPredictedAccuracy(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(bestPredictedScores(predicted, labels));
}

/**
 * Of each question the true score of the tool with the highest predicted score; where several
 * share it, their mean.
 */
export function bestPredictedScores(predicted: ScoreMatrix, labels: ScoreMatrix): number[] {
  return predicted.map((row, question) =>
    mean(highestOf(row).map((tool) => scoreAt(labels, question, tool))),
  );
}

function highestOf(row: readonly number[]): number[] {
  const highest = Math.max(...row);
  return row.flatMap((value, tool) => (value === highest ? [tool] : []));
}

/** Accuracies (mean true score) that a router is measured against. */
export interface Yardsticks {
  /** A tool drawn evenly for each question; its expectation, nothing is drawn. */
  random: number;
  /** Always the same tool, in the order of the tools. */
  fixed: number[];
  /** The best tool of each question: no router can do better. */
  oracle: number;
}

export function yardsticks(labels: ScoreMatrix): Yardsticks {
  return {
    random: mean(labels.map((row) => mean(row))),
    fixed: (labels[0] ?? []).map((_, tool) => mean(labels.map((row) => row[tool] ?? 0))),
    oracle: mean(labels.map((row) => Math.max(...row))),
  };
}
