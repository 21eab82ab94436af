/** A hundred questions fit few numbers, so each model is small and shrunk. */
import * as z from "zod/mini";
import { mean } from "../../methods/homo-router/training/problem.ts";

/** p_m = w_m · x + b_m, with x the run's standardised features. */
export const lineData = z.object({
  centres: z.array(z.number()),
  /** 1 for a feature that never varied. */
  scales: z.array(z.number().check(z.positive())),
  intercepts: z.array(z.number()),
  weights: z.array(z.array(z.number())),
});
export type LineData = z.infer<typeof lineData>;

/** p_m = σ(b_m + w_m · logit(sure)), w_m ≥ 0: no action does worse when the base is surer. */
export const surenessData = z.object({
  intercepts: z.array(z.number()),
  slopes: z.array(z.number().check(z.gte(0))),
});
export type SurenessData = z.infer<typeof surenessData>;

export interface Observed {
  features: readonly number[];
  labels: readonly number[];
}

/**
 * Ridge regressions of a question's mean and of the actions' differences, each shrunk by its own
 * noise, since labels of one question are correlated (split plot).
 */
export function trainLine(rows: readonly Observed[]): LineData {
  const scale = scaleOf(rows.map(({ features }) => features));
  const inputs = rows.map(({ features }) => standardised(scale, features));
  const wholes = rows.map(({ labels }) => mean(labels));
  const apart = rows.map(({ labels }, at) => labels.map((label) => label - (wholes[at] ?? 0)));
  const centre = mean(wholes);
  const effects = (apart[0] ?? []).map((_, action) => mean(apart.map((row) => row[action] ?? 0)));
  const held = heldBack(apart, effects);
  const whole = ridge(
    inputs,
    wholes.map((value) => [value - centre]),
  );
  const own = ridge(
    inputs,
    apart.map((row) => row.map((value, action) => value - (effects[action] ?? 0))),
  );
  return {
    ...scale,
    intercepts: effects.map((effect) => centre + held * effect),
    weights: effects.map((_, action) =>
      scale.centres.map((_, at) => (whole[at]?.[0] ?? 0) + (own[at]?.[action] ?? 0)),
    ),
  };
}

export function lineScores(
  { intercepts, weights, ...scale }: LineData,
  features: readonly number[],
): number[] {
  const input = standardised(scale, features);
  return intercepts.map((intercept, action) =>
    asShare(input.reduce((sum, x, at) => sum + x * (weights[action]?.[at] ?? 0), intercept)),
  );
}

export function asShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}

type Scale = Pick<LineData, "centres" | "scales">;

function scaleOf(inputs: readonly (readonly number[])[]): Scale {
  const centres = (inputs[0] ?? []).map((_, at) => mean(inputs.map((row) => row[at] ?? 0)));
  const scales = centres.map((centre, at) =>
    Math.sqrt(mean(inputs.map((row) => ((row[at] ?? 0) - centre) ** 2))),
  );
  return { centres, scales: scales.map((scale) => (scale > rounding ? scale : 1)) };
}

const rounding = 1e-9;

function standardised({ centres, scales }: Scale, features: readonly number[]): number[] {
  return centres.map((centre, at) => ((features[at] ?? centre) - centre) / (scales[at] ?? 1));
}

/** James–Stein shrinkage; above 0, so that the order stays. */
function heldBack(apart: readonly (readonly number[])[], effects: readonly number[]): number {
  const spread = effects.reduce((sum, effect) => sum + effect ** 2, 0);
  const noise = effects.reduce((sum, effect, action) => {
    const squares = apart.reduce((all, row) => all + ((row[action] ?? 0) - effect) ** 2, 0);
    return sum + squares / (apart.length - 1) / apart.length;
  }, 0);
  return spread === 0 ? 0 : Math.max(leastHeld, 1 - noise / spread);
}

const leastHeld = 0.2;

/** Counted in questions: with this many, a slope is halved. The last leaves no slope. */
const penalties = [3, 10, 30, 100, 300, 1000, 1e9];

/**
 * Returns weights [input × target] for centred targets; the penalty has the least leave-one-out
 * error.
 */
function ridge(
  inputs: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
): number[][] {
  const width = inputs[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => at);
  if (width === 0) return [];
  const outputs = (targets[0] ?? []).map((_, at) => at);
  const product = (a: (row: number) => number, b: (row: number) => number) =>
    inputs.reduce((sum, _, row) => sum + a(row) * b(row), 0);
  const input = (at: number) => (row: number) => inputs[row]?.[at] ?? 0;
  const target = (at: number) => (row: number) => targets[row]?.[at] ?? 0;
  const gram = columns.map((a) => columns.map((b) => product(input(a), input(b))));
  const moments = columns.map((a) => outputs.map((b) => product(input(a), target(b))));
  let best = { loss: Number.POSITIVE_INFINITY, weights: [] as number[][] };
  for (const penalty of penalties) {
    const inverse = inverted(gram.map((row, a) => row.map((v, b) => (a === b ? v + penalty : v))));
    const weights = inverse.map((row) => outputs.map((b) => dot(row, columnAt(moments, b))));
    const loss = inputs.reduce((sum, x, row) => {
      const leverage = 1 / inputs.length + dot(x, times(inverse, x));
      return (
        sum +
        outputs.reduce((all, b) => {
          const error = target(b)(row) - dot(x, columnAt(weights, b));
          return all + (error / (1 - leverage)) ** 2;
        }, 0)
      );
    }, 0);
    if (loss < best.loss) best = { loss, weights };
  }
  return best.weights;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function times(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => dot(row, vector));
}

function columnAt(matrix: readonly (readonly number[])[], at: number): number[] {
  return matrix.map((row) => row[at] ?? 0);
}

/** Gauss–Jordan inverse; no pivot is 0, as the matrix is positive definite. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, at) => [...row, ...row.map((_, other) => Number(at === other))]);
  for (const [at, pivotRow] of rows.entries()) {
    const pivot = pivotRow[at] ?? 1;
    for (const [column, value] of pivotRow.entries()) pivotRow[column] = value / pivot;
    for (const [other, row] of rows.entries()) {
      const factor = row[at] ?? 0;
      if (other === at || factor === 0) continue;
      for (const [column, value] of pivotRow.entries()) {
        row[column] = (row[column] ?? 0) - factor * value;
      }
    }
  }
  return rows.map((row) => row.slice(matrix.length));
}

export function trainSureness(rows: readonly Observed[], feature: number): SurenessData {
  const inputs = rows.map(({ features }) => logit(features[feature] ?? 0));
  const fits = (rows[0]?.labels ?? []).map((_, action) =>
    logistic(
      inputs,
      rows.map(({ labels }) => labels[action] ?? 0),
    ),
  );
  return {
    intercepts: fits.map(({ intercept }) => intercept),
    slopes: fits.map(({ slope }) => slope),
  };
}

export function surenessScores({ intercepts, slopes }: SurenessData, sure: number): number[] {
  const input = logit(sure);
  return intercepts.map((intercept, action) => sigmoid(intercept + (slopes[action] ?? 0) * input));
}

const surest = 0.99;

function logit(share: number): number {
  const inside = Math.min(surest, Math.max(1 - surest, share));
  return Math.log(inside / (1 - inside));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Slope and intercept stay finite even if all labels are equal. */
const logisticPenalties = { slope: 1, intercept: 0.01 };
const newtonSteps = 25;

/** Uses Newton's method; a negative slope becomes 0. */
function logistic(
  inputs: readonly number[],
  labels: readonly number[],
): { intercept: number; slope: number } {
  const fitted = newton(inputs, labels);
  if (fitted.slope >= 0) return fitted;
  return newton(
    inputs.map(() => 0),
    labels,
  );
}

function newton(
  inputs: readonly number[],
  labels: readonly number[],
): { intercept: number; slope: number } {
  let [intercept, slope] = [0, 0];
  for (let step = 0; step < newtonSteps; step += 1) {
    let [byIntercept, bySlope] = [
      -logisticPenalties.intercept * intercept,
      -logisticPenalties.slope * slope,
    ];
    let [aa, ab, bb] = [logisticPenalties.intercept, 0, logisticPenalties.slope];
    for (const [row, x] of inputs.entries()) {
      const p = sigmoid(intercept + slope * x);
      const [error, weight] = [(labels[row] ?? 0) - p, p * (1 - p)];
      byIntercept += error;
      bySlope += error * x;
      aa += weight;
      ab += weight * x;
      bb += weight * x * x;
    }
    const determinant = aa * bb - ab * ab;
    intercept += (bb * byIntercept - ab * bySlope) / determinant;
    slope += (aa * bySlope - ab * byIntercept) / determinant;
  }
  return { intercept, slope };
}
