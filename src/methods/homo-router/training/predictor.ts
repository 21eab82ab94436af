/**
 * M (HomoRouter §3.2) on frozen sentence vectors. The paper does not say how M learns about the
 * tool; here each tool is an output.
 */
import * as z from "zod/mini";
import { AppError } from "../../../log/errors.ts";
import { type Random, shuffled } from "../../../shared/random.ts";
import { Adam, linearSchedule } from "./adam.ts";
import {
  forward,
  initialParameters,
  lossAndGradient,
  parameterCount,
  type Sample,
  type Shape,
} from "./network.ts";

const predictorVersion = 1;

/** `network.ts` defines the layout of `parameters`. */
export const predictorData = z
  .object({
    version: z.literal(predictorVersion),
    inputs: z.int().check(z.gte(1), z.lte(4096)),
    /** 0 for linear heads. */
    hidden: z.int().check(z.gte(0), z.lte(1024)),
    outputs: z.int().check(z.gte(1), z.lte(64)),
    parameters: z.array(z.number()),
  })
  .check(z.refine((data) => data.parameters.length === parameterCount(data)));
export type PredictorData = z.infer<typeof predictorData>;

export interface TrainSettings {
  heads: "mlp" | "linear";
  hidden: number;
  epochs: number;
  batchSize: number;
  learningRate: number;
  /** Share of the steps in which the rate rises. */
  warmup: number;
}

/** The paper's settings, except heads and rate: its 5e-5 is for all of RoBERTa. */
export const defaultTrain: TrainSettings = {
  heads: "mlp",
  hidden: 32,
  epochs: 20,
  batchSize: 16,
  learningRate: 3e-4,
  warmup: 0.1,
};

export interface EpochDone {
  epoch: number;
  epochs: number;
  /** Mean over the epoch's questions of Σ_m (p − l)². */
  loss: number;
}

interface TrainHooks {
  random: Random;
  onEpoch?: (done: EpochDone) => void;
  /** Checked after every epoch. */
  signal?: { readonly aborted: boolean };
}

/**
 * Deterministic for equal samples, settings and seed. Throws `router-data-invalid` or `stopped`.
 */
export function trainPredictor(
  samples: readonly Sample[],
  settings: TrainSettings,
  { random, onEpoch = () => {}, signal = { aborted: false } }: TrainHooks,
): PredictorData {
  const shape = shapeFor(samples, settings);
  const parameters = initialParameters(shape, meanLabels(samples), random);
  const gradient = new Float64Array(parameters.length);
  const adam = new Adam(parameters.length);
  const { epochs, batchSize, learningRate, warmup } = settings;
  const steps = epochs * Math.ceil(samples.length / batchSize);
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    let total = 0;
    const order = shuffled(samples, random);
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.slice(start, start + batchSize);
      total += batch.length * lossAndGradient(shape, parameters, batch, gradient);
      adam.step(parameters, gradient, learningRate * linearSchedule(step, steps, warmup));
      step += 1;
    }
    onEpoch({ epoch, epochs, loss: total / samples.length });
    if (signal.aborted) throw new AppError("stopped");
  }
  return { version: predictorVersion, ...shape, parameters: Array.from(parameters, shortened) };
}

/** Vectors have seven digits; more would only lengthen the file. */
function shortened(value: number): number {
  return Number(value.toPrecision(7));
}

function shapeFor(samples: readonly Sample[], settings: TrainSettings): Shape {
  const refuse = (reason: string): never => {
    throw new AppError("router-data-invalid", { reason });
  };
  const { heads, hidden, epochs, batchSize, learningRate, warmup } = settings;
  const counts = [epochs, batchSize, ...(heads === "mlp" ? [hidden] : [])];
  if (!counts.every((count) => Number.isInteger(count) && count >= 1)) refuse("settings");
  if (!(learningRate > 0 && warmup >= 0 && warmup < 1)) refuse("settings");
  const [first] = samples;
  if (first === undefined) return refuse("no-rows");
  const [inputs, outputs] = [first.vector.length, first.labels.length];
  if (inputs === 0 || outputs === 0) refuse("empty-row");
  for (const { vector, labels } of samples) {
    if (vector.length !== inputs || labels.length !== outputs) refuse("lengths-differ");
    if (!vector.every(Number.isFinite)) refuse("not-a-number");
    if (!labels.every((label) => label >= 0 && label <= 1)) refuse("score-outside-0-1");
  }
  return { inputs, outputs, hidden: heads === "mlp" ? hidden : 0 };
}

function meanLabels(samples: readonly Sample[]): number[] {
  const sums = new Array<number>(samples[0]?.labels.length ?? 0).fill(0);
  for (const { labels } of samples) {
    for (const [tool, label] of labels.entries()) sums[tool] = (sums[tool] ?? 0) + label;
  }
  return sums.map((sum) => sum / samples.length);
}

/** Throws `router-data-invalid` for a vector of another length or with a non-number. */
export function predict(data: PredictorData, vectors: readonly Float32Array[]): number[][] {
  const parameters = Float64Array.from(data.parameters);
  return vectors.map((vector) => {
    if (vector.length !== data.inputs) {
      throw new AppError("router-data-invalid", { reason: "vector-length" });
    }
    if (!vector.every(Number.isFinite)) {
      throw new AppError("router-data-invalid", { reason: "not-a-number" });
    }
    return Array.from(forward(data, parameters, vector));
  });
}
