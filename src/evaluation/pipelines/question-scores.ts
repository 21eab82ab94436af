/** A grid of a pipeline's runs, question by setup: which setups and rows it shows, and its cells. */
import type { Column } from "../statistics/resample.ts";
import type { PipelineTable } from "./runs.ts";

/** In a grid; more would be too many to read. */
export const mostGridSetups = 32;

/** Letters of a question; some files have whole prompts there. */
export const longestQuestion = 300;

export const scoreSorts = ["order", "spread", "score"] as const;

export interface ScoreChoice {
  setups: readonly number[];
  sort: (typeof scoreSorts)[number];
  onlyDiffering: boolean;
}

/** Rows of a grid; cells by row, then setup. */
export interface QuestionScores {
  questions: readonly string[];
  /** NaN where a setup was not run, here and in `repeats`. */
  scores: Float64Array;
  repeats: Float64Array;
}

/** Questions that each setup ran. */
export function ranIn({ quality }: Pick<PipelineTable, "quality">): number[] {
  return quality.map((column) => column.reduce((sum, one) => sum + Number(!Number.isNaN(one)), 0));
}

/** In their order: all, or `named` ones and those that ran most questions. */
export function gridSetups(ran: readonly number[], named: readonly number[]): number[] {
  const byRuns = [...ran.keys()].sort((a, b) => (ran[b] ?? 0) - (ran[a] ?? 0));
  return [...new Set([...named, ...byRuns])].slice(0, mostGridSetups).sort((a, b) => a - b);
}

/** Places of questions that a shown setup ran. Ties stay in the table's order. */
export function scoreRows(
  { questions, quality }: Pick<PipelineTable, "questions" | "quality">,
  { setups, sort, onlyDiffering }: ScoreChoice,
): Uint32Array {
  const columns = setups.flatMap((setup) => quality[setup] ?? []);
  const rows = questions.flatMap((_, place) => {
    let [low, high, sum, runs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (const column of columns) {
      const score = column[place] ?? Number.NaN;
      if (Number.isNaN(score)) continue;
      low = Math.min(low, score);
      high = Math.max(high, score);
      sum += score;
      runs += 1;
    }
    if (runs === 0 || (onlyDiffering && low === high)) return [];
    return [{ place, by: { order: 0, spread: high - low, score: sum / runs }[sort] }];
  });
  return Uint32Array.from(
    rows.sort((a, b) => b.by - a.by),
    ({ place }) => place,
  );
}

export function questionScores(
  { questions, quality, repeats }: Pick<PipelineTable, "questions" | "quality" | "repeats">,
  places: ArrayLike<number>,
  setups: readonly number[],
): QuestionScores {
  const rows = Array.from(places);
  const cells = (columns: readonly Column[]) =>
    Float64Array.from(
      rows.flatMap((place) => setups.map((setup) => columns[setup]?.[place] ?? Number.NaN)),
    );
  return {
    questions: rows.map((place) => (questions[place] ?? "").slice(0, longestQuestion)),
    scores: cells(quality),
    repeats: cells(repeats),
  };
}
