/** Whether routing by predicted scores does better than one tool for all, on the same questions. */
import { bestPredictedScores } from "./metrics.ts";
import { mean, type ScoreMatrix, scoreAt } from "./problem.ts";

/** Fewer questions are too few for the interval below to mean anything. */
export const minQuestionsForInterval = 30;

export interface Gain {
  questions: number;
  /** Accuracy of Best-Predicted less that of the fixed tool. */
  mean: number;
  /** 95 % interval of the mean, by the normal approximation over paired differences. */
  low: number;
  high: number;
  /** `too-few` questions, or an interval that holds 0, tell nothing. */
  verdict: "too-few" | "unclear" | "better" | "worse";
}

/** 97.5 % quantile of the standard normal distribution. */
const z = 1.96;

/**
 * `predicted` should be held out. Where several tools share the highest predicted score, their
 * mean counts, as in `bestPredictedAccuracy`.
 */
export function gainOver(predicted: ScoreMatrix, labels: ScoreMatrix, tool: number): Gain {
  const gains = bestPredictedScores(predicted, labels).map(
    (own, question) => own - scoreAt(labels, question, tool),
  );
  const questions = gains.length;
  const centre = mean(gains);
  const squares = gains.reduce((sum, gain) => sum + (gain - centre) ** 2, 0);
  const half = z * Math.sqrt(squares / (questions - 1) / questions);
  const [low, high] = [centre - half, centre + half];
  return { questions, mean: centre, low, high, verdict: verdictOf(questions, low, high) };
}

function verdictOf(questions: number, low: number, high: number): Gain["verdict"] {
  if (questions < minQuestionsForInterval) return "too-few";
  if (low > 0) return "better";
  return high < 0 ? "worse" : "unclear";
}
