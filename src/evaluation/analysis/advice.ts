/** Advice as kinds and numbers; the page writes the sentences. */

import type { Stage } from "../../log/types.ts";
import type { StageAdvice } from "../stage-advices.ts";
import type { Resamples } from "../statistics/resample.ts";
import type {
  Advice,
  AdviceKind,
  Configuration,
  CostId,
  MetricId,
  PairedGain,
  ParetoPoint,
  Verdicts,
} from "../types.ts";
import {
  allSmallOf,
  combinationIds,
  isLarge,
  largeStages,
  stagesOf,
  switched,
} from "./combination-ids.ts";
import { comparePairs } from "./compare.ts";
import { meanCost } from "./summary.ts";
import type { ResultTable } from "./table.ts";

export interface Evidence {
  table: ResultTable;
  resamples: Resamples;
  metric: MetricId;
  cost: CostId;
  configurations: readonly Configuration[];
  points: readonly ParetoPoint[];
  verdicts: Verdicts | null;
}

/**
 * Gives each stage's verdict if all combinations ran, else the cheapest configuration not shown to
 * be beaten. Recommends nothing while a cost is unknown.
 */
export function adviceOf(evidence: Evidence): Advice[] {
  const { points } = evidence;
  if (points.length === 0) return [{ ...silent, kind: "nothing-yet" }];
  if (points.length >= 2 && points.some(({ cost }) => cost === null)) {
    return [{ ...silent, kind: "cost-unknown" }];
  }
  if (evidence.verdicts !== null) return verdictAdvice(evidence, evidence.verdicts);
  const combinations = combinationIds(evidence.configurations);
  const comparable = points.filter(({ id }) => combinations.includes(id));
  if (comparable.length >= 2) return stageAdvice(evidence, comparable);
  return points.length >= 2 ? [plainAdvice(evidence)] : [];
}

const silent = {
  stage: null,
  configuration: null,
  over: null,
  gain: null,
  quality: null,
  cost: null,
  share: null,
  more: null,
  settles: null,
} satisfies Omit<Advice, "kind">;

const kinds: Readonly<Record<StageAdvice, AdviceKind>> = {
  large: "use-large",
  small: "use-small",
  open: "undecided",
  few: "undecided",
};

function verdictAdvice(evidence: Evidence, { stages, corners }: Verdicts): Advice[] {
  const best = stages.reduce(
    (id, { stage, advice }) => switched(id, stage, advice === "large" ? "L" : "S"),
    allSmallOf(corners[0]?.id ?? ""),
  );
  const { quality = null, cost = null } = corners.find(({ id }) => id === best) ?? {};
  const all = stages.map(
    ({ stage, gain, advice, settles }): Advice => ({
      ...silent,
      kind: kinds[advice],
      stage,
      configuration: best,
      gain,
      quality,
      cost,
      share: shareOfBill(evidence, switched(best, stage, "L"), stage),
      settles,
    }),
  );
  return inOrder(all);
}

function stageAdvice(evidence: Evidence, points: readonly ParetoPoint[]): Advice[] {
  const comparisons = compareAll(evidence, points);
  const best = recommended(points, comparisons);
  if (best === null) return [];
  const advice = stagesOf(best.id).flatMap((stage): Advice[] => {
    const [base, large] = [switched(best.id, stage, "S"), switched(best.id, stage, "L")];
    const compared = comparisons.find((one) => one.base === base && one.with === large);
    if (compared === undefined) return [];
    const { gain, more } = compared;
    return [
      {
        kind: kindOf(best.id, stage, compared),
        stage,
        configuration: best.id,
        over: null,
        gain,
        quality: best.quality,
        cost: best.cost,
        share: shareOfBill(evidence, large, stage),
        more: null,
        settles: more === null ? null : gain.n + more,
      },
    ];
  });
  return inOrder(advice);
}

function inOrder(advice: readonly Advice[]): Advice[] {
  return [...advice].sort((a, b) => rank(a) - rank(b) || (b.gain?.mean ?? 0) - (a.gain?.mean ?? 0));
}

function kindOf(best: string, stage: Stage, { verdict }: PairedGain): AdviceKind {
  if (isLarge(best, stage)) return "use-large";
  return verdict === "undecided" ? "undecided" : "use-small";
}

const order: readonly AdviceKind[] = ["use-large", "undecided", "use-small"];

function rank({ kind }: Advice): number {
  return order.indexOf(kind);
}

function compareAll(evidence: Evidence, points: readonly ParetoPoint[]): PairedGain[] {
  const { table, resamples, metric } = evidence;
  const ordered = [...points].sort((a, b) => largeStages(a.id) - largeStages(b.id));
  const pairs = ordered.flatMap((base, at) =>
    ordered.slice(at + 1).map((other) => ({ base: base.id, with: other.id })),
  );
  return comparePairs(table, resamples, metric, pairs);
}

function recommended(
  points: readonly ParetoPoint[],
  comparisons: readonly PairedGain[],
): ParetoPoint | null {
  const beaten = new Set(
    comparisons.flatMap((one) => {
      if (one.verdict === "undecided") return [];
      return one.verdict === "pays" ? [one.base] : [one.with];
    }),
  );
  const unbeaten = points.filter(({ id }) => !beaten.has(id));
  const cheaper = (a: ParetoPoint, b: ParetoPoint) =>
    (a.cost ?? 0) - (b.cost ?? 0) ||
    largeStages(a.id) - largeStages(b.id) ||
    b.quality.mean - a.quality.mean;
  return [...unbeaten].sort(cheaper)[0] ?? null;
}

function shareOfBill(
  { table, cost }: Evidence,
  configuration: string,
  stage: Stage,
): number | null {
  const answered = (table.results.get(configuration) ?? []).flatMap((result) =>
    result?.outcome === "answered" ? [result] : [],
  );
  const part = meanCost(
    answered.map(({ byStage }) => byStage[stage]),
    cost,
  );
  const whole = meanCost(
    answered.map(({ total }) => total),
    cost,
  );
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

/** For configurations that are not combinations: the recommended one against the batch's first. */
function plainAdvice(evidence: Evidence): Advice {
  const { points } = evidence;
  const comparisons = compareAll(evidence, points);
  const best = recommended(points, comparisons);
  const [first] = points;
  if (best === null || first === undefined) return { ...silent, kind: "undecided" };
  const [over] = comparePairs(evidence.table, evidence.resamples, evidence.metric, [
    { base: first.id, with: best.id },
  ]);
  const isDecided = comparisons.some(({ verdict }) => verdict !== "undecided");
  const missing = comparisons.flatMap(({ more }) => more ?? []);
  return {
    ...silent,
    kind: isDecided ? "compare" : "undecided",
    configuration: best.id,
    over: first.id,
    gain: best.id === first.id ? null : (over?.gain ?? null),
    quality: best.quality,
    cost: best.cost,
    more: isDecided || missing.length === 0 ? null : Math.min(...missing),
  };
}
