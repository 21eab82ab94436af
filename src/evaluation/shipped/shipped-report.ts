/**
 * The reports that come with the page (`public/examples/reports.json`): what each is of, and what its
 * first screen shows, worked out beforehand so that it is there before the report itself.
 */
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

/** For what a batch of one's own may take. */
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

/** A model of the price table that the large one is counted as: its own server asked for nothing. */
const countedAs = z.extend(boundedPrice, { id: z.string(), title: z.string() });

const shippedReport = z.object({
  id: z.string(),
  title: z.string(),
  /** Beside the list; `runs` holds the logs of its first questions. */
  file: z.string(),
  runs: z.string(),
  /** Of the unzipped text: a server may have unzipped it on the way. */
  sha256: z.string(),
  runsSha256: z.string(),
  questions: count,
  configurations: count,
  /** Ids of the questions whose logs are in `runs`. */
  logged: z.array(z.string()),
  small: z.string(),
  /** Null where none was asked. */
  large: z.nullable(z.string()),
  /** Day, as ISO has it. */
  measured: z.string(),
  countedAs,
  /** For results that tell one sum of tokens; null where all tell more, or no log does. */
  written: z.nullable(z.record(z.string(), z.number())),
  /** Null where it is not of all combinations. */
  verdicts: z.nullable(verdicts),
  /** Absent where none was asked. */
  ceilings: z.optional(z.array(ceiling)),
  /** Null where it is not of all combinations. */
  usage: z.nullable(usage),
});
export type ShippedReport = Omit<z.infer<typeof shippedReport>, "verdicts" | "usage"> & {
  verdicts: Verdicts | null;
  usage: ShippedUsage | null;
};
export type CountedAs = ShippedReport["countedAs"];

/** The first is what the lab opens with. */
export const shippedReports = z.array(shippedReport);
