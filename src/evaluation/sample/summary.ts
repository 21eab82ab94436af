/**
 * The few figures that the page's first screen tells of the report that comes with it; made from that
 * report by `npm run summary`, so that the page need not fetch and analyse the whole of it.
 */
import * as z from "zod/mini";
import { count, epochMs } from "../../log/bounds.ts";
import { stage } from "../../log/types.ts";
import { stageAdvices } from "../stage-advices.ts";

const share = z.number().check(z.gte(0), z.lte(1));
const difference = z.number().check(z.gte(-1), z.lte(1));
/** US dollars a question; below 0 where a stage makes another's work less. */
const usd = z.nullable(z.number());

export const sampleSummary = z.object({
  format: z.literal("hopwise-summary"),
  /** The question set's title. */
  set: z.string(),
  /** That every combination has answered. */
  questions: count,
  measuredEpochMs: epochMs,
  small: z.string(),
  large: z.string(),
  /** What the large model's tokens are counted at. */
  price: z.object({ title: z.string(), asOf: z.string() }),
  /** Money is partly our own estimate. */
  approximate: z.boolean(),
  /** That it searched, by its id; null where every question came with its own passages. */
  library: z.nullable(z.string()),
  combinations: z.array(
    z.object({
      id: z.string(),
      f1: share,
      low: share,
      high: share,
      usd,
      /** Tokens of the large model, a question on average; null where they are not known. */
      read: z.nullable(count),
      written: z.nullable(count),
    }),
  ),
  /** What the large model brought in a stage: the verdict's figures. */
  stages: z.array(
    z.object({
      stage,
      gain: difference,
      low: difference,
      high: difference,
      advice: z.enum(stageAdvices),
      settles: z.nullable(count),
      usd,
      /** What a perfect stage would bring, and what this model does on the same questions; absent where it was not asked. */
      ceiling: z.optional(z.object({ gain: difference, model: z.nullable(difference) })),
    }),
  ),
});
export type SampleSummary = z.infer<typeof sampleSummary>;
export type StageSample = SampleSummary["stages"][number];
