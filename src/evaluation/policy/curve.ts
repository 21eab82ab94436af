/**
 * Evaluates on unseen questions with percentile bootstraps; λ, thresholds and targets are tuned on
 * each fold's training questions.
 */
import { relaxationCurve } from "../../methods/homo-router/training/curve.ts";
import { buildRelaxation } from "../../methods/homo-router/training/lp-relaxation.ts";
import { mean, type PricedProblem } from "../../methods/homo-router/training/problem.ts";
import { isCombination, largeStages, stagesOf } from "../analysis/combination-ids.ts";
import { bootstrap, meanBootstrap } from "../statistics/interval.ts";
import type { CostId, Interval, LabBatch, LabResult, MetricId } from "../types.ts";
import { type ActionTable, fewestQuestions, type PolicyRow } from "./actions.ts";
import {
  chosenAt,
  costInAll,
  meanOutcome,
  type Outcome,
  perThousand,
  pricesAhead,
} from "./choice.ts";
import type { Deal, Design, Told } from "./learn.ts";

export interface Point {
  accuracy: Interval;
  cost: Interval;
}

export interface FixedPoint extends Point {
  id: string;
  title: string;
}

export interface PricedPoint extends Point {
  /** Accuracy per unit of cost per 1,000 questions: the minimum gain for one more unit. */
  lambda: number;
  /** In action order. */
  shares: number[];
}

export interface LearnedPoint extends PricedPoint {
  /** Predicted P(right), and the mean cost in the training folds. */
  expected: Outcome;
}

export interface CascadePoint extends Point {
  threshold: number;
  again: number;
}

export interface Cascade {
  target: string;
  points: CascadePoint[];
}

/** Tuned to cost no more than a share of all-large. */
export interface TunedPoint extends Point {
  share: number;
}

export interface TunedPolicy extends TunedPoint {
  /** The paired gain over the tuned cascade; null if there is none. */
  overCascade: Interval | null;
}

export interface Matched {
  against: string;
  other: Point;
  learned: Point;
  gain: Interval;
}

/** Tuned to a little less than half of all-large's cost. */
export interface HalfCost {
  against: string;
  learned: Point;
  gain: Interval;
  costShare: Interval;
  /** `holds` compares the means, `surely` also the bounds. */
  holds: boolean;
  surely: boolean;
}

export interface DesignCurve {
  design: Design;
  points: LearnedPoint[];
  /** Mean (p − label)² over questions and actions. */
  brier: number;
  tuned: TunedPolicy[];
  matched: Matched[];
  half: HalfCost | null;
}

export interface Outside {
  id: string;
  title: string;
  byQuestion: ReadonlyMap<string, Outcome>;
}

export interface PolicyCurves {
  fixed: FixedPoint[];
  outside: FixedPoint[];
  /** Id of all-large, or of the dearest action if no combinations are compared. */
  allLarge: string;
  oracle: PricedPoint[];
  /** The verifier's sureness, or P(right) of the base from other features. */
  sureness: "sure" | "run" | null;
  cascades: Cascade[];
  cascade: TunedPoint[];
  learned: DesignCurve[];
}

const tunedShares = [0.1, 0.25, 0.5, 0.75, 1];
const curvePoints = 25;

export function policyCurves(
  table: ActionTable,
  deals: readonly Deal[],
  wanted: readonly Design[],
  outside: readonly Outside[] = [],
): PolicyCurves {
  const { rows, actions } = table;
  const pointOf = pointsOf(rows.length);
  const allLarge = allLargeOf(table);
  const known = outside.filter(
    ({ byQuestion }) => rows.filter(({ id }) => byQuestion.has(id)).length >= fewestQuestions,
  );
  const others: Other[] = [
    ...actions.map(({ id, title }, action) => ({
      id,
      title,
      outcomeOf: (row: PolicyRow) => fixedOutcome(row, action),
    })),
    ...known.map(({ id, title, byQuestion }) => ({
      id,
      title,
      outcomeOf: (row: PolicyRow) => byQuestion.get(row.id) ?? null,
    })),
  ];
  const sureness = surenessSource(table, deals);
  const cascade = sureness === null ? null : tuner(table, deals, cascadesOf(table));
  const budgets = tunedShares.map((share) => ({
    share,
    budget: (seen: readonly PolicyRow[]) => share * costOf(seen, allLarge),
  }));
  const cascaded = budgets.map(({ budget }) => cascade?.(budget) ?? null);
  const fixed = others.map(({ id, title, outcomeOf }) => {
    const outcomes = rows.flatMap((row) => outcomeOf(row) ?? []);
    return { id, title, ...pointsOf(outcomes.length)(outcomes) };
  });
  return {
    fixed: fixed.slice(0, actions.length),
    outside: fixed.slice(actions.length),
    allLarge: actions[allLarge]?.id ?? "",
    oracle: oracleCurve(table, pointOf),
    sureness,
    cascades: sureness === null ? [] : cascadeCurves(table, deals, pointOf),
    cascade: budgets.flatMap(({ share }, at) => {
      const own = cascaded[at] ?? null;
      return own === null ? [] : [{ share, ...pointOf(own) }];
    }),
    learned: wanted.map((design) => {
      const setTo = tuner(table, deals, pricedBy(table, design));
      return {
        design,
        points: learnedCurve(table, deals, design, pointOf),
        brier: brierOf(table, deals, design),
        tuned: budgets.map(({ share, budget }, at) => {
          const own = setTo(budget);
          const other = cascaded[at] ?? null;
          const overCascade = other === null ? null : pointOf.gain(own, other);
          return { share, ...pointOf(own), overCascade };
        }),
        matched: others.map((other) => matched(table, setTo, other)),
        half: halfCost(table, setTo, allLarge),
      };
    }),
  };
}

function pointsOf(questions: number) {
  const interval = meanBootstrap(questions);
  const point = (outcomes: readonly Outcome[]): Point => ({
    accuracy: interval(outcomes.map(({ right }) => right)),
    cost: interval(outcomes.map(({ cost }) => cost)),
  });
  const gain = (own: readonly Outcome[], other: readonly Outcome[]): Interval =>
    interval(own.map(({ right }, at) => right - (other[at]?.right ?? Number.NaN)));
  return Object.assign(point, { gain });
}
type PointOf = ReturnType<typeof pointsOf>;

function allLargeOf({ actions, rows }: ActionTable): number {
  const combination = actions.findIndex(
    ({ id }) => isCombination(id) && largeStages(id) === stagesOf(id).length,
  );
  if (combination !== -1) return combination;
  const costs = actions.map((_, action) => costOf(rows, action));
  return costs.indexOf(Math.max(...costs));
}

function fixedOutcome({ labels, costs }: PolicyRow, action: number): Outcome {
  return { right: labels[action] ?? Number.NaN, cost: costs[action] ?? Number.NaN };
}

function costOf(rows: readonly PolicyRow[], action: number): number {
  return mean(rows.map(({ costs }) => costs[action] ?? Number.NaN));
}

interface Other {
  id: string;
  title: string;
  outcomeOf: (row: PolicyRow) => Outcome | null;
}

export function outsideOf(
  { configurations }: Pick<LabBatch, "configurations">,
  results: readonly LabResult[],
  { metric, cost }: { metric: MetricId; cost: CostId },
): Outside[] {
  return configurations.map(({ id, title }) => {
    const byQuestion = new Map<string, Outcome>();
    for (const { configuration, question, outcome, metrics, total } of results) {
      if (configuration !== id || outcome !== "answered") continue;
      const [right, spent] = [metrics[metric], total[cost]];
      if (right !== null && spent !== null) byQuestion.set(question, { right, cost: spent });
    }
    return { id, title, byQuestion };
  });
}

/** Returns an action's index. */
type Rule = (row: PolicyRow, told: Told) => number;

type Family = (rows: readonly PolicyRow[], told: readonly Told[]) => (budget: number) => Rule;

type Tuned = (budget: (seen: readonly PolicyRow[]) => number) => Outcome[];

function tuner(table: ActionTable, deals: readonly Deal[], family: Family): Tuned {
  const { rows, base } = table;
  const set = deals.map(({ told, foldOf, within }) => {
    const folds = within.map(({ places, told: inner }) => {
      const seen = places.flatMap((place) => rows[place] ?? []);
      return { seen, setTo: family(seen, inner) };
    });
    return { told, foldOf, folds };
  });
  return (budget) =>
    averaged(
      set.map(({ told, foldOf, folds }) => {
        const rules = folds.map(({ seen, setTo }) => setTo(budget(seen)));
        return outcomesOf(
          table,
          told,
          (row, own, place) => rules[foldOf[place] ?? 0]?.(row, own) ?? base,
        );
      }),
    );
}

function averaged(deals: readonly (readonly Outcome[])[]): Outcome[] {
  return (deals[0] ?? []).map((_, place) =>
    meanOutcome(deals.flatMap((outcomes) => outcomes[place] ?? [])),
  );
}

function outcomesOf(
  { rows, base }: ActionTable,
  told: readonly Told[],
  actionOf: (row: PolicyRow, told: Told, place: number) => number,
): Outcome[] {
  return rows.flatMap((row, place) => {
    const own = told[place];
    if (own === undefined) return [];
    const action = actionOf(row, own, place);
    return [{ right: row.labels[action] ?? 0, cost: costInAll(row.costs, base, action) }];
  });
}

/**
 * Chooses the lowest λ that the budget allows, by expected costs and not by labels: the best of
 * many λ would be best by chance.
 */
function pricedBy(table: ActionTable, design: Design): Family {
  return (_, told) => {
    const problem = problemOf(table, told, design);
    const { start, moves, cheapestLambda } = buildRelaxation(problem);
    const base = mean(told.map(({ costs }) => costs[table.base] ?? 0));
    const cheapest = base + mean(start.map((action) => problem.prices[action] ?? 0)) / perThousand;
    const worths = moves.map(({ gain, price }) => gain / price);
    return (budget) => {
      let left = (budget - cheapest) * perThousand * told.length + rounding;
      const dear = moves.findIndex(({ price }) => {
        left -= price;
        return left < 0;
      });
      const lambda = dear === -1 ? 0 : justAbove(worths, worths[dear] ?? 0, cheapestLambda);
      return (_row, own) => choose(table, own, design, lambda);
    };
  };
}

const rounding = 1e-9;

/** Midway to the next higher worth, so that nothing worth `worth` or less is bought. */
function justAbove(worths: readonly number[], worth: number, highest: number): number {
  const above = worths.findLast((one) => one > worth) ?? Math.max(highest, 2 * worth);
  return (worth + above) / 2;
}

/** Prices are mean expected costs over these questions. */
function problemOf(
  { actions, base }: ActionTable,
  told: readonly Told[],
  design: Design,
): PricedProblem {
  const costs = actions.map((_, action) => mean(told.map((own) => own.costs[action] ?? 0)));
  return {
    toolIds: actions.map(({ id }) => id),
    predicted: told.map(({ scores }) => scores[design] ?? []),
    prices: pricesAhead(costs, base),
  };
}

function choose({ base }: ActionTable, told: Told, design: Design, lambda: number): number {
  return chosenAt(told.scores[design] ?? [], pricesAhead(told.costs, base), lambda);
}

/** The points are evenly spaced along the predicted curve. */
function learnedCurve(
  table: ActionTable,
  deals: readonly Deal[],
  design: Design,
  pointOf: PointOf,
): LearnedPoint[] {
  const { base } = table;
  const all = deals.flatMap(({ told }) => told);
  const curve = relaxationCurve(problemOf(table, all, design), null, curvePoints - 1);
  const lambdas = "kind" in curve ? [] : curve.points.map(({ lambda }) => lambda);
  return [...new Set([...lambdas, 0])]
    .sort((a, b) => b - a)
    .map((lambda) => {
      const actionOf = (_row: PolicyRow, own: Told) => choose(table, own, design, lambda);
      const expected = all.map((own) => {
        const action = choose(table, own, design, lambda);
        const right = own.scores[design]?.[action] ?? 0;
        return { right, cost: costInAll(own.costs, base, action) };
      });
      return {
        lambda,
        ...pointOf(averaged(deals.map(({ told }) => outcomesOf(table, told, actionOf)))),
        expected: meanOutcome(expected),
        shares: sharesOf(
          table,
          all.map((own) => choose(table, own, design, lambda)),
        ),
      };
    });
}

function sharesOf({ actions }: ActionTable, assignment: readonly number[]): number[] {
  return actions.map((_, action) => mean(assignment.map((one) => Number(one === action))));
}

function brierOf({ rows }: ActionTable, deals: readonly Deal[], design: Design): number {
  return mean(
    deals.flatMap(({ told }) =>
      rows.flatMap(({ labels }, place) => {
        const scores = told[place]?.scores[design] ?? [];
        return labels.map((label, action) => ((scores[action] ?? 0) - label) ** 2);
      }),
    ),
  );
}

function matched({ rows }: ActionTable, setTo: Tuned, { id, outcomeOf }: Other): Matched {
  const others = rows.map(outcomeOf);
  const all = setTo((seen) => mean(seen.flatMap((row) => outcomeOf(row)?.cost ?? [])));
  const own = all.filter((_, place) => others[place] !== null);
  const other = others.flatMap((one) => one ?? []);
  const pointOf = pointsOf(own.length);
  return {
    against: id,
    other: pointOf(other),
    learned: pointOf(own),
    gain: pointOf.gain(own, other),
  };
}

function halfCost(table: ActionTable, setTo: Tuned, allLarge: number): HalfCost | null {
  const other = table.rows.map((row) => fixedOutcome(row, allLarge));
  if (meanOutcome(other).cost === 0) return null;
  const own = setTo((seen) => halfAimedAt * costOf(seen, allLarge));
  const pointOf = pointsOf(own.length);
  const gain = pointOf.gain(own, other);
  const costShare = bootstrap(
    own.map(({ cost }, place) => ({ cost, other: other[place]?.cost ?? Number.NaN })),
    (drawn) => mean(drawn.map(({ cost }) => cost)) / mean(drawn.map((one) => one.other)),
  );
  return {
    against: table.actions[allLarge]?.id ?? "",
    learned: pointOf(own),
    gain,
    costShare,
    holds: gain.mean >= 0 && costShare.mean <= 0.5,
    surely: gain.low >= 0 && costShare.high <= 0.5,
  };
}

/** Budgets hold in expectation, so aim at 45 %: aiming at 50 % would overshoot half the time. */
const halfAimedAt = 0.45;

function oracleCurve(table: ActionTable, pointOf: PointOf): PricedPoint[] {
  const { rows } = table;
  const worths = rows.flatMap(({ labels, costs }) =>
    labels.flatMap((label, action) =>
      labels.flatMap((other, cheaper) => {
        const price = perThousand * ((costs[action] ?? 0) - (costs[cheaper] ?? 0));
        return price > 0 && label > other ? [(label - other) / price] : [];
      }),
    ),
  );
  return [...spread(worths, curvePoints - 1), 0].map((lambda) => {
    const assignment = rows.map(({ labels, costs }) =>
      chosenAt(
        labels,
        costs.map((cost) => perThousand * cost),
        lambda,
      ),
    );
    return {
      lambda,
      ...pointOf(rows.map((row, place) => fixedOutcome(row, assignment[place] ?? 0))),
      shares: sharesOf(table, assignment),
    };
  });
}

function spread(values: readonly number[], count: number): number[] {
  const sorted = values.toSorted((a, b) => b - a);
  const ranks = Array.from({ length: count }, (_, index) =>
    Math.round((index * (sorted.length - 1)) / (count - 1)),
  );
  return [...new Set(ranks.flatMap((rank) => sorted[rank] ?? []))];
}

function surenessSource(
  { features }: ActionTable,
  deals: readonly Deal[],
): PolicyCurves["sureness"] {
  if (features.includes("sure")) return "sure";
  const isTold = deals.every(({ told }) => told.every(({ scores }) => scores.run !== undefined));
  return isTold ? "run" : null;
}

function surenessOf({ features, base }: ActionTable, row: PolicyRow, told: Told): number {
  return row.features[features.indexOf("sure")] ?? told.scores.run?.[base] ?? 0;
}

function thresholdsOf(
  table: ActionTable,
  rows: readonly PolicyRow[],
  told: readonly Told[],
): number[] {
  const sures = rows.flatMap((row, place) => {
    const own = told[place];
    return own === undefined ? [] : [surenessOf(table, row, own)];
  });
  return [0, ...spread(sures, curvePoints - 2).reverse(), always];
}

const always = 1.01;

function cascadeRule(table: ActionTable, target: number, threshold: number): Rule {
  return (row, told) => (surenessOf(table, row, told) >= threshold ? table.base : target);
}

function targetsOf({ actions, base }: ActionTable): number[] {
  return actions.flatMap((_, action) => (action === base ? [] : [action]));
}

/** Picks the most accurate affordable target and threshold; ties go to the cheapest. */
function cascadesOf(table: ActionTable): Family {
  return (rows, told) => {
    const seen = { ...table, rows };
    const tried = targetsOf(table)
      .flatMap((target) =>
        thresholdsOf(table, rows, told).map((threshold) => {
          const rule = cascadeRule(table, target, threshold);
          return { rule, ...meanOutcome(outcomesOf(seen, told, rule)) };
        }),
      )
      .sort((a, b) => b.right - a.right || a.cost - b.cost);
    return (budget) =>
      tried.find(({ cost }) => cost <= budget + rounding)?.rule ?? (() => table.base);
  };
}

function cascadeCurves(table: ActionTable, deals: readonly Deal[], pointOf: PointOf): Cascade[] {
  const { rows, actions } = table;
  const thresholds = deals.slice(0, 1).flatMap(({ told }) => thresholdsOf(table, rows, told));
  return targetsOf(table).map((target) => ({
    target: actions[target]?.id ?? "",
    points: thresholds.map((threshold) => {
      const rule = cascadeRule(table, target, threshold);
      const asked = deals.flatMap(({ told }) =>
        rows.map((row, place) => {
          const own = told[place];
          return Number(own !== undefined && rule(row, own) === target);
        }),
      );
      return {
        threshold,
        again: mean(asked),
        ...pointOf(averaged(deals.map(({ told }) => outcomesOf(table, told, rule)))),
      };
    }),
  }));
}
