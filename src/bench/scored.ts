/** One answered question with its scores, as it is printed and as it stands in an --out file. */
import * as z from "zod/mini";
import type { RunEvent } from "../core/events.ts";
import { foldLedger } from "../core/folds/ledger.ts";
import { foldTrace, type Trace } from "../core/folds/trace.ts";
import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  tokenF1,
} from "../core/metrics/score.ts";
import { type QuestionRow, supportCount, supportOf } from "../lab/question.ts";
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

export function scoreRun(row: QuestionRow, events: readonly RunEvent[], seconds: number): Scored {
  const trace = foldTrace(events);
  const { total } = foldLedger(events);
  const prediction = trace.answer?.short ?? "";
  return {
    id: row.id,
    type: row.type ?? null,
    prediction,
    scores: {
      cover: coverExactMatch(prediction, row.answers),
      coverTokens: coverExactMatchTokens(prediction, row.answers),
      exact: exactMatch(prediction, row.answers),
      f1: tokenF1(prediction, row.answers),
    },
    seconds,
    calls: total.calls,
    largeCalls: total.largeCalls,
    readings: total.readings,
    tokens: total.untoldCalls > 0 ? null : total.promptTokens + total.generatedTokens,
    retrievals: total.retrievals,
    parseFailures: trace.parseFailures.length,
    supportRecall: supportRecall(row, trace),
  };
}

/** Of the row's gold passages, the share that some step read; what was only ranked does not count. */
export function supportRecall(row: QuestionRow, trace: Trace): number | null {
  const goldOf = supportOf(row);
  if (goldOf === null) return null;
  const read = [...trace.nodes.values()].flatMap(({ passages }) => passages);
  const found = new Set(read.flatMap((passage) => goldOf(passage) ?? []));
  return found.size / supportCount(row);
}
