/** `npm run summary` makes it, so that the first screen need not fetch the whole report. */
import * as z from "zod/mini";
import { count, epochMs } from "../../log/bounds.ts";
import { stage } from "../../log/types.ts";
import { stageAdvices } from "../stage-advices.ts";

const share = z.number().check(z.gte(0), z.lte(1));
const difference = z.number().check(z.gte(-1), z.lte(1));
/** US dollars per question; below 0 if a stage saves another's work. */
const usd = z.nullable(z.number());

export const sampleSummary = z.object({
  format: z.literal("hopwise-summary"),
  set: z.string(),
  /** Answered by every combination. */
  questions: count,
  measuredEpochMs: epochMs,
  small: z.string(),
  large: z.string(),
  price: z.object({ title: z.string(), asOf: z.string() }),
  /** Part of the money is estimated. */
  approximate: z.boolean(),
  /** Null if every question came with its own passages. */
  library: z.nullable(z.string()),
  combinations: z.array(
    z.object({
      id: z.string(),
      f1: share,
      low: share,
      high: share,
      usd,
      /** The large model's mean tokens per question; null if unknown. */
      read: z.nullable(count),
      written: z.nullable(count),
    }),
  ),
  stages: z.array(
    z.object({
      stage,
      gain: difference,
      low: difference,
      high: difference,
      advice: z.enum(stageAdvices),
      settles: z.nullable(count),
      usd,
      /** Absent if it was not run. */
      ceiling: z.optional(z.object({ gain: difference, model: z.nullable(difference) })),
    }),
  ),
});
export type SampleSummary = z.infer<typeof sampleSummary>;
export type StageSample = SampleSummary["stages"][number];
