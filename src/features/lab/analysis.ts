/**
 * State of the Lab's pictures: one shared selection. The analysis client computes the figures;
 * what follows the pointer is computed here.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { type LabColumns, labColumns } from "../../evaluation/analysis/columns.ts";
import {
  type CostId,
  type LabAnalysis,
  type LabBatch,
  type LabResult,
  type MetricId,
  type Verdicts,
  verdictMetric,
} from "../../evaluation/types.ts";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import type { Stage } from "../../log/types.ts";
import type { LabLook, LabLooks } from "../../session/lab-looks.ts";
import { coalesceLatest } from "../../shared/coalesce-latest.ts";
import type { AnalysisClient } from "./analysis-client.ts";

export interface LabAnalysisState extends LabLook {
  /** `working` may have an analysis: the previous one, shown meanwhile. */
  status: "empty" | "working" | "ready" | "failed";
  error: ErrorData | null;
  batch: LabBatch | null;
  columns: LabColumns | null;
  analysis: LabAnalysis | null;
}

export type LabSelection = Omit<LabLook, "metric" | "cost">;

export interface LabAnalysisStore extends StoreApi<LabAnalysisState> {
  results(): readonly LabResult[];
  /**
   * Initial selection before the results load: the verdicts' judge, cost and best pair, or the
   * requested combination. It is kept when the results come.
   */
  preview(verdicts: Verdicts, wanted?: string | null): void;
  /** The same array again changes nothing. */
  show(batch: LabBatch, results: readonly LabResult[]): Promise<void>;
  judgeBy(metric: MetricId): Promise<void>;
  chargeBy(cost: CostId): Promise<void>;
  choose(selection: Partial<LabSelection>): void;
  flip(stage: Stage): void;
  again(): Promise<void>;
  close(): void;
}

const start: LabAnalysisState = {
  status: "empty",
  error: null,
  batch: null,
  columns: null,
  analysis: null,
  metric: verdictMetric,
  cost: "largeTokens",
  denominator: "largeTokens",
  configuration: null,
  against: null,
  filter: "all",
  strip: "cost",
  brush: null,
  question: null,
  view: "setups",
  sort: "order",
  onlyDiffering: false,
  budget: null,
};

export function createLabAnalysis(
  analyst: AnalysisClient,
  looks: LabLooks = new Map(),
): LabAnalysisStore {
  const store = createStore<LabAnalysisState>()(() => start);
  store.subscribe((state) => {
    if (state.batch !== null) looks.set(state.batch.id, lookOf(state));
  });
  let results: readonly LabResult[] = [];
  let asked: Partial<LabSelection> = {};

  const work = coalesceLatest(async () => {
    const { batch, metric, cost } = store.getState();
    if (batch === null || results.length === 0) return;
    try {
      const analysis = await analyst.analyse(batch, results, { metric, cost });
      // Another batch, metric or cost may have been chosen meanwhile.
      const now = store.getState();
      if (now.batch !== batch || now.metric !== metric || now.cost !== cost) return;
      store.setState({ status: "ready", error: null, analysis });
    } catch (thrown) {
      store.setState({ status: "failed", error: toAppError(thrown).toData() });
    }
  });

  function recount(): Promise<void> {
    const { batch, metric, cost } = store.getState();
    store.setState({
      status: results.length === 0 ? "empty" : "working",
      columns: batch === null ? null : labColumns(batch, results, metric, cost),
    });
    return work(undefined);
  }

  return Object.assign(store, {
    results: () => results,

    preview({ metric, cost, corners }: Verdicts, wanted: string | null = null) {
      const isThere = corners.some(({ id }) => id === wanted);
      asked = isThere ? { configuration: wanted } : {};
      if (store.getState().batch === null) {
        store.setState({ metric, cost, ...bestPair(corners), ...asked });
      } else store.setState(asked);
    },

    async show(batch: LabBatch, next: readonly LabResult[]) {
      const before = store.getState().batch;
      if (before?.id === batch.id && next === results) return;
      results = next;
      store.setState(
        before?.id === batch.id
          ? { batch }
          : {
              ...start,
              view: store.getState().view,
              ...keptChoices(store.getState(), batch),
              ...chosenPair(store.getState(), batch),
              ...looks.get(batch.id),
              ...asked,
              batch,
            },
      );
      await recount();
    },

    async judgeBy(metric: MetricId) {
      const { strip, brush } = store.getState();
      store.setState({ metric, analysis: null, brush: strip === "metric" ? null : brush });
      await recount();
    },

    async chargeBy(cost: CostId) {
      const { strip, brush } = store.getState();
      // A budget in tokens means nothing in dollars.
      store.setState({
        cost,
        analysis: null,
        budget: null,
        brush: strip === "cost" ? null : brush,
      });
      await recount();
    },

    choose(selection: Partial<LabSelection>) {
      const moved = selection.strip !== undefined && selection.strip !== store.getState().strip;
      store.setState({ ...(moved ? { brush: null } : {}), ...selection });
    },

    flip(stage: Stage) {
      const { batch, configuration } = store.getState();
      const next = flipped(batch, configuration, stage);
      if (next !== null) store.setState({ configuration: next });
    },

    again: () => recount(),

    close() {
      analyst.close();
    },
  });
}

function lookOf(state: LabAnalysisState): LabLook {
  const { metric, cost, denominator, configuration, against } = state;
  const { filter, strip, brush, question, view, sort, onlyDiffering, budget } = state;
  const judged = { metric, cost, denominator };
  const narrowed = { filter, strip, brush, sort, onlyDiffering };
  return { ...judged, ...narrowed, configuration, against, question, view, budget };
}

/**
 * Keeps a person's choices across batches. Defaults to time as the cost without a large model, and
 * to ROUGE-L for long answers, which do not contain the gold answer verbatim.
 */
function keptChoices(
  { metric, cost, denominator, strip }: LabAnalysisState,
  { models, largePrice, configurations }: LabBatch,
) {
  const isLong = configurations.every(({ settings }) => settings.answer.form === "long");
  const isOfLarge = cost === "largeTokens" || cost === "largeCalls" || cost === "usd";
  const isPriced =
    largePrice !== null && largePrice.inputPerMillion + largePrice.outputPerMillion > 0;
  const own = cost === start.cost && isPriced ? ("usd" as const) : cost;
  return {
    metric: isLong && metric === start.metric ? ("rougeL" as const) : metric,
    cost: models.large === null && isOfLarge ? ("seconds" as const) : own,
    denominator,
    strip,
  };
}

function chosenPair(state: LabAnalysisState, batch: LabBatch) {
  const { configuration, against } = state;
  const has = (id: string | null) => batch.configurations.some((one) => one.id === id);
  return state.batch === null && has(configuration) && has(against)
    ? { configuration, against }
    : firstPair(batch);
}

/** The best combination against all small; if all small is best, all large. */
function bestPair(corners: Verdicts["corners"]) {
  const against = corners[0]?.id ?? null;
  const [best] = [...corners].sort((a, b) => b.quality.mean - a.quality.mean);
  const last = corners.at(-1)?.id ?? null;
  return { against, configuration: best === undefined || best.id === against ? last : best.id };
}

/**
 * The last configuration against the first; with all eight combinations, all large against all
 * small.
 */
function firstPair({ configurations }: LabBatch) {
  const against = configurations[0]?.id ?? null;
  const last = configurations.at(-1)?.id ?? null;
  return { against, configuration: last };
}

/** Null if the batch has no such configuration. */
export function flipped(
  batch: LabBatch | null,
  configuration: string | null,
  stage: Stage,
): string | null {
  const own = batch?.configurations.find(({ id }) => id === configuration);
  if (batch === null || own === undefined) return null;
  const { settings, small } = own;
  const wanted = settings[stage] === "large" ? "small" : "large";
  const next = { ...settings, [stage]: wanted };
  const found = batch.configurations.find(
    (one) =>
      one.small === small &&
      one.settings.method === next.method &&
      one.settings.plan === next.plan &&
      one.settings.solve === next.solve &&
      one.settings.summarise === next.summarise &&
      one.settings.rewriter === next.rewriter,
  );
  return found?.id ?? null;
}
