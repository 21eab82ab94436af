import { bestPredictedScores } from "./metrics.ts";
import { mean, type ScoreMatrix, scoreAt } from "./problem.ts";

/** Below this the interval is meaningless. */
export const minQuestionsForInterval = 30;

export interface Gain {
  questions: number;
  /** Best-Predicted minus the fixed tool. */
  mean: number;
  /** Normal approximation over paired differences. */
  low: number;
  high: number;
  /** `too-few` and `unclear` (the interval contains 0) are inconclusive. */
  verdict: "too-few" | "unclear" | "better" | "worse";
}

/** The 97.5 % point of the normal distribution. */
const z = 1.96;

/** `predicted` should be held out. Tied tools count by their mean. */
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
