/** HomoRouter Eq. 5: l̃ = α·l + (1 − α)·mean of the k nearest questions' labels. */
import { AppError } from "../../../log/errors.ts";
import type { Example } from "./scores.ts";

export interface RefineSettings {
  k: number;
  /** In [0, 1]; 1 refines nothing. The paper uses 0.5 for English. */
  alpha: number;
}

export const defaultRefine: RefineSettings = { k: 2, alpha: 0.5 };

export interface Neighbour {
  id: string;
  question: string;
  similarity: number;
  /** Unrefined, in tool order. */
  labels: readonly number[];
}

export interface Refinement {
  id: string;
  raw: readonly number[];
  refined: readonly number[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
}

/**
 * Uses the other examples' raw labels; ties go to the earlier one. N² · d multiplications. Throws
 * `router-data-invalid`.
 */
export function refineLabels(
  examples: readonly Example[],
  { k, alpha }: RefineSettings,
): Refinement[] {
  if (!Number.isInteger(k) || k < 1) throw new AppError("router-data-invalid", { reason: "k" });
  if (!(alpha >= 0 && alpha <= 1)) throw new AppError("router-data-invalid", { reason: "alpha" });
  const units = examples.map(({ vector }) => unit(vector));
  return examples.map((example, index) => {
    const neighbours = nearest(index, units, k).map(({ place, similarity }) =>
      neighbourAt(examples, place, similarity),
    );
    const refined = interpolate(
      example.labels,
      neighbours.map(({ labels }) => labels),
      alpha,
    );
    return { id: example.id, raw: example.labels, refined, neighbours };
  });
}

/** Without a neighbour, labels stay unchanged. */
export function interpolate(
  labels: readonly number[],
  neighbours: readonly (readonly number[])[],
  alpha: number,
): number[] {
  if (neighbours.length === 0) return [...labels];
  return labels.map((label, tool) => {
    const sum = neighbours.reduce((total, other) => total + (other[tool] ?? 0), 0);
    return alpha * label + (1 - alpha) * (sum / neighbours.length);
  });
}

function neighbourAt(examples: readonly Example[], place: number, similarity: number): Neighbour {
  const example = examples[place];
  if (example === undefined) throw new RangeError("no such example");
  const { id, question, labels } = example;
  return { id, question, similarity, labels };
}

interface Near {
  place: number;
  similarity: number;
}

function nearest(self: number, units: readonly Float32Array[], k: number): Near[] {
  const own = units[self] ?? new Float32Array();
  const best: Near[] = [];
  for (const [place, other] of units.entries()) {
    if (place === self) continue;
    const similarity = dot(own, other);
    if (best.length === k && similarity <= (best.at(-1)?.similarity ?? 0)) continue;
    const after = best.findIndex((one) => one.similarity < similarity);
    best.splice(after === -1 ? best.length : after, 0, { place, similarity });
    if (best.length > k) best.pop();
  }
  return best;
}

/** A zero vector is similar to nothing. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

export interface RefinementSummary {
  questions: number;
  meanChange: number;
  bestChanged: number;
}

export function summariseRefinement(refinements: readonly Refinement[]): RefinementSummary {
  const changes = refinements.flatMap(({ raw, refined }) =>
    raw.map((label, tool) => Math.abs((refined[tool] ?? label) - label)),
  );
  const total = changes.reduce((sum, change) => sum + change, 0);
  return {
    questions: refinements.length,
    meanChange: changes.length === 0 ? 0 : total / changes.length,
    bestChanged: refinements.filter(({ raw, refined }) => bestOf(raw) !== bestOf(refined)).length,
  };
}

/** Refinement leaves rounding errors. */
const equalWithin = 1e-9;

function bestOf(labels: readonly number[]): string {
  const highest = Math.max(...labels);
  return labels.flatMap((label, tool) => (label >= highest - equalWithin ? [tool] : [])).join();
}
