/** Measures of predicted against true scores, over questions (rows) and tools (columns). */
import { mean, type ScoreMatrix, scoreAt } from "./problem.ts";

/**
 * J (Eq. 8): mean over questions of KL[softmax_m(p) ‖ softmax_m(l)], in nats. The softmax has no
 * temperature, so scores in [0, 1] give nearly even distributions and J is tiny for any predictor.
 */
export function klDivergence(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(divergences(predicted, labels));
}

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

export function meanAbsoluteError(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(
    predicted.flatMap((row, question) =>
      row.map((score, tool) => Math.abs(score - scoreAt(labels, question, tool))),
    ),
  );
}

/**
 * Among pairs of one question's tools whose true scores differ, the share that the predicted scores
 * order correctly; a predicted tie counts half. All pairs count equally. 0.5 is guessing. Null if
 * there are no such pairs.
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
 * Share of questions whose top-predicted tool is among the truly best. If several tie for the top
 * prediction, the share of them that are.
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

/** Accuracy of Best-Predicted (Eq. 7). */
export function bestPredictedAccuracy(predicted: ScoreMatrix, labels: ScoreMatrix): number {
  return mean(bestPredictedScores(predicted, labels));
}

/** Each question's true score of its top-predicted tool; on ties, their mean. */
export function bestPredictedScores(predicted: ScoreMatrix, labels: ScoreMatrix): number[] {
  return predicted.map((row, question) =>
    mean(highestOf(row).map((tool) => scoreAt(labels, question, tool))),
  );
}

function highestOf(row: readonly number[]): number[] {
  const highest = Math.max(...row);
  return row.flatMap((value, tool) => (value === highest ? [tool] : []));
}

export interface Yardsticks {
  /** Expectation of drawing a tool uniformly for each question. */
  random: number;
  /** Always the same tool, in tool order. */
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
