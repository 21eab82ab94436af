/** A look survives a visit to Ask and a reload. */
import * as z from "zod/mini";
import { type QuestionFilter, questionFilters } from "../evaluation/analysis/columns.ts";
import { type GridSort, gridSorts } from "../evaluation/analysis/grid.ts";
import { type RoiDenominator, roiDenominators } from "../evaluation/analysis/roi.ts";
import { type CostId, costIds, type MetricId, metricIds } from "../evaluation/types.ts";

export const stripValues = ["cost", "metric"] as const;
export type StripValue = (typeof stripValues)[number];

/** The setups compared, or every question in every setup. */
export const labViews = ["setups", "questions"] as const;
export type LabView = (typeof labViews)[number];

export interface LabLook {
  metric: MetricId;
  cost: CostId;
  denominator: RoiDenominator;
  configuration: string | null;
  /** The setup that `configuration` is compared with. */
  against: string | null;
  filter: QuestionFilter;
  strip: StripValue;
  brush: readonly [number, number] | null;
  question: string | null;
  view: LabView;
  sort: GridSort;
  /** Whether the grid leaves out questions that every setup answers alike. */
  onlyDiffering: boolean;
  /** Most a question may cost, in the chosen cost; null: no line was drawn. */
  budget: number | null;
}

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
  view: z.enum(labViews),
  sort: z.enum(gridSorts),
  onlyDiffering: z.boolean(),
  budget: z.nullable(z.number()),
});

/** If `storage` throws, the looks last as long as the page. */
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

/** Another version may have stored another shape. */
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
