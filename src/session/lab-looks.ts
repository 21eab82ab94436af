/**
 * How batches were looked at, for this tab: over a visit to Ask and over a reload. Another tab
 * looks at them in its own way, and a new visit begins anew.
 */
import * as z from "zod/mini";
import { type QuestionFilter, questionFilters } from "../evaluation/analysis/columns.ts";
import { type RoiDenominator, roiDenominators } from "../evaluation/analysis/roi.ts";
import { type CostId, costIds, type MetricId, metricIds } from "../evaluation/types.ts";

/** What the dots of the strip stand along. */
export const stripValues = ["cost", "metric"] as const;
export type StripValue = (typeof stripValues)[number];

/** How a batch was looked at. */
export interface LabLook {
  metric: MetricId;
  cost: CostId;
  /** What ROI is divided by. */
  denominator: RoiDenominator;
  /** The configuration that is looked at, and the one it is compared with. */
  configuration: string | null;
  against: string | null;
  filter: QuestionFilter;
  strip: StripValue;
  /** In the strip's own values, both ends in. */
  brush: readonly [number, number] | null;
  /** The open question. */
  question: string | null;
  /** What a question may cost, in the chosen cost; null: no line was drawn. */
  budget: number | null;
}

/** By batch: who comes back finds what they had open. */
export interface LabLooks {
  get(batch: string): LabLook | undefined;
  set(batch: string, look: LabLook): void;
}

const labLook = z.object({
  metric: z.enum(metricIds),
  cost: z.enum(costIds),
  denominator: z.enum(roiDenominators),
  configuration: z.nullable(z.string()),
  against: z.nullable(z.string()),
  filter: z.enum(questionFilters),
  strip: z.enum(stripValues),
  brush: z.nullable(z.tuple([z.number(), z.number()])),
  question: z.nullable(z.string()),
  budget: z.nullable(z.number()),
});

/** `storage` throws where the browser keeps nothing; the looks then last as long as the page. */
export function tabLooks(storage: () => Pick<Storage, "getItem" | "setItem">): LabLooks {
  const known = new Map<string, LabLook>();
  return {
    get: (batch) => known.get(batch) ?? attempt(() => read(storage().getItem(keyOf(batch)))),
    set(batch, look) {
      known.set(batch, look);
      attempt(() => storage().setItem(keyOf(batch), JSON.stringify(look)));
    },
  };
}

function keyOf(batch: string): string {
  return `hopwise.lab.look.${batch}`;
}

/** What another version of the page left may not be one. */
function read(text: string | null): LabLook | undefined {
  return text === null ? undefined : labLook.safeParse(JSON.parse(text)).data;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
