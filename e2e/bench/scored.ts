/** One answered question with its scores, as it is printed and as it stands in an --out file. */
import * as z from "zod/mini";
import { answerScores, measure, supportRecall } from "../../src/evaluation/analysis/measure.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { foldLedger } from "../../src/folds/ledger.ts";
import { foldTrace } from "../../src/folds/trace.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { readJsonLines } from "./rows.ts";

export const scored = z.object({
  id: z.string(),
  /** Bridge, comparison, …; null when the row does not say. */
  type: z.nullable(z.string()),
  prediction: z.string(),
  scores: z.object({
    cover: z.number(),
    coverTokens: z.number(),
    exact: z.number(),
    f1: z.number(),
  }),
  seconds: z.number(),
  calls: z.number(),
  largeCalls: z.number(),
  /** Times that the encoder read; 0 where the language model does. */
  readings: z._default(z.number(), 0),
  /** Prompt and generated tokens of all language models; null where one did not tell. */
  tokens: z._default(z.nullable(z.int()), null),
  /** Null in files that were written before they were counted. */
  retrievals: z._default(z.nullable(z.int()), null),
  parseFailures: z.number(),
  /** Share of the gold passages among those that were read; null when none are named. */
  supportRecall: z.nullable(z.number()),
});
export type Scored = z.infer<typeof scored>;

/** A line of an --out file: the scores, and the whole run. */
export const loggedRun = z.extend(scored, { events: z.array(z.unknown()) });
export type LoggedRun = z.infer<typeof loggedRun>;

export async function readLogged(path: string): Promise<LoggedRun[]> {
  return (await readJsonLines(path)).map((value) => loggedRun.parse(value));
}

/** As the lab measures it, in the form that these files have always had. */
export function scoreRun(row: QuestionRow, events: readonly RunEvent[], seconds: number): Scored {
  const { prediction, total, searches, parseFailures } = measure(row, events);
  // Here a run without an answer is a wrong one.
  const scores = answerScores(prediction, row.answers);
  return {
    id: row.id,
    type: row.type ?? null,
    prediction,
    scores: {
      cover: scores?.coverEm ?? 0,
      coverTokens: scores?.coverEmTokens ?? 0,
      exact: scores?.em ?? 0,
      f1: scores?.f1 ?? 0,
    },
    seconds,
    calls: total.calls,
    largeCalls: total.largeCalls,
    readings: foldLedger(events).total.readings,
    tokens: total.tokens,
    retrievals: searches,
    parseFailures,
    supportRecall: supportRecall(row, foldTrace(events)),
  };
}
