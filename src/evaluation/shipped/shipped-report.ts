/** A precomputed first screen shows before a shipped report has loaded. */
import * as z from "zod/mini";
import { count } from "../../log/bounds.ts";
import { boundedPrice } from "../../log/setting-bounds.ts";
import { stages } from "../../log/types.ts";
import type { ShippedUsage } from "../batch/rough-estimate.ts";
import { stageAdvices } from "../stage-advices.ts";
import { costIds, metricIds, type Verdicts } from "../types.ts";

const interval = z.object({ mean: z.number(), low: z.number(), high: z.number(), n: count });
const cost = z.nullable(z.number());
const stage = z.enum(stages);

const verdicts = z.object({
  metric: z.enum(metricIds),
  cost: z.enum(costIds),
  n: count,
  stages: z.array(
    z.object({
      stage,
      gain: interval,
      cost: z.nullable(interval),
      p: z.number().check(z.gte(0), z.lte(1)),
      advice: z.enum(stageAdvices),
      settles: z.nullable(count),
    }),
  ),
  corners: z.array(z.object({ id: z.string(), quality: interval, cost, gain: interval })),
  flips: z.array(z.object({ stage, from: z.string(), to: z.string(), gain: interval, cost })),
  interactions: z.array(
    z.object({
      stage,
      other: stage,
      alone: z.number(),
      together: z.number(),
      difference: interval,
    }),
  ),
});

const ceiling = z.object({ stage, gain: interval, model: z.nullable(interval) });

const usage = z.object({
  method: z.string(),
  combinations: z.array(
    z.object({
      id: z.string(),
      promptTokens: z.number(),
      generatedTokens: z.number(),
      seconds: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
    }),
  ),
});

/** This model's price is used, since the report's own server was free. */
const countedAs = z.extend(boundedPrice, { id: z.string(), title: z.string() });

const shippedReport = z.object({
  id: z.string(),
  title: z.string(),
  /** In the list's folder; `runs` holds the logs of its first questions. */
  file: z.string(),
  runs: z.string(),
  /** Hash of the unzipped text: a server may have unzipped it in transit. */
  sha256: z.string(),
  runsSha256: z.string(),
  questions: count,
  configurations: count,
  logged: z.array(z.string()),
  small: z.string(),
  /** Null if no large model was asked. */
  large: z.nullable(z.string()),
  /** ISO date. */
  measured: z.string(),
  countedAs,
  /** Needed for results with one sum of tokens. */
  written: z.nullable(z.record(z.string(), z.number())),
  verdicts: z.nullable(verdicts),
  ceilings: z.optional(z.array(ceiling)),
  usage: z.nullable(usage),
});
export type ShippedReport = Omit<z.infer<typeof shippedReport>, "verdicts" | "usage"> & {
  verdicts: Verdicts | null;
  usage: ShippedUsage | null;
};
export type CountedAs = ShippedReport["countedAs"];

/** The lab opens with the first. */
export const shippedReports = z.array(shippedReport);
