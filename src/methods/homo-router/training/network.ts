/**
 * Sentence vector → a score in (0, 1) per tool. linear: p = σ(W x + b). mlp: p = σ(W₂ tanh(W₁ x +
 * b₁) + b₂). x is the vector times √d: components of about 1, as the initialisation expects.
 */
import type { Random } from "../../../shared/random.ts";

export interface Shape {
  inputs: number;
  /** Width of the hidden layer; 0 for linear heads. */
  hidden: number;
  outputs: number;
}

/** Layer by layer: a matrix by rows (one per output), then biases. */
export type Parameters = Float64Array;

interface Layer {
  from: number;
  to: number;
  /** Offsets of the matrix and the biases. */
  weights: number;
  biases: number;
}

function layersOf({ inputs, hidden, outputs }: Shape): readonly Layer[] {
  const widths = hidden === 0 ? [inputs, outputs] : [inputs, hidden, outputs];
  const layers: Layer[] = [];
  let offset = 0;
  for (const [index, to] of widths.slice(1).entries()) {
    const from = widths[index] ?? 0;
    layers.push({ from, to, weights: offset, biases: offset + from * to });
    offset += from * to + to;
  }
  return layers;
}

export function parameterCount(shape: Shape): number {
  return layersOf(shape).reduce((sum, { from, to }) => sum + from * to + to, 0);
}

/**
 * Hidden weights are Glorot-uniform; output weights are zero with the log-odds of `means` as
 * biases, so training starts at each tool's mean.
 */
export function initialParameters(
  shape: Shape,
  means: readonly number[],
  random: Random,
): Parameters {
  const parameters = new Float64Array(parameterCount(shape));
  const layers = layersOf(shape);
  for (const { from, to, weights } of layers.slice(0, -1)) {
    const limit = Math.sqrt(6 / (from + to));
    for (let index = 0; index < from * to; index += 1) {
      parameters[weights + index] = limit * (2 * random() - 1);
    }
  }
  const last = layers.at(-1);
  for (const [tool, mean] of means.entries()) {
    const inside = Math.min(0.999, Math.max(0.001, mean));
    parameters[(last?.biases ?? 0) + tool] = Math.log(inside / (1 - inside));
  }
  return parameters;
}

/** In tool order. */
export function forward(shape: Shape, parameters: Parameters, vector: Float32Array): Float64Array {
  return activations(shape, parameters, vector).at(-1) ?? new Float64Array();
}

function activations(shape: Shape, parameters: Parameters, vector: Float32Array): Float64Array[] {
  const values = [scaled(vector, Math.sqrt(shape.inputs))];
  const layers = layersOf(shape);
  for (const [depth, layer] of layers.entries()) {
    const squash = depth === layers.length - 1 ? sigmoid : Math.tanh;
    const outputs = affine(layer, parameters, values[depth] ?? new Float64Array());
    for (const [place, sum] of outputs.entries()) outputs[place] = squash(sum);
    values.push(outputs);
  }
  return values;
}

/** `Float64Array.from` takes 20 times as long, for every question of every epoch. */
function scaled(vector: Float32Array, by: number): Float64Array {
  const values = new Float64Array(vector.length);
  for (let index = 0; index < values.length; index += 1) values[index] = (vector[index] ?? 0) * by;
  return values;
}

function affine(layer: Layer, parameters: Parameters, input: Float64Array): Float64Array {
  const sums = parameters.slice(layer.biases, layer.biases + layer.to);
  for (let row = 0; row < layer.to; row += 1) {
    const start = layer.weights + row * layer.from;
    let sum = sums[row] ?? 0;
    for (let column = 0; column < layer.from; column += 1) {
      sum += (parameters[start + column] ?? 0) * (input[column] ?? 0);
    }
    sums[row] = sum;
  }
  return sums;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

export interface Sample {
  vector: Float32Array;
  labels: readonly number[];
}

/** Eq. 4 over a batch, 1/B Σ_n Σ_m (p − l)²; overwrites `gradient`. */
export function lossAndGradient(
  shape: Shape,
  parameters: Parameters,
  batch: readonly Sample[],
  gradient: Float64Array,
): number {
  gradient.fill(0);
  const layers = layersOf(shape);
  let loss = 0;
  for (const { vector, labels } of batch) {
    const values = activations(shape, parameters, vector);
    const scores = values.at(-1) ?? new Float64Array();
    let delta: Float64Array = scores.map((score, tool) => {
      const error = score - (labels[tool] ?? 0);
      loss += (error * error) / batch.length;
      return (2 * error * score * (1 - score)) / batch.length;
    });
    for (let depth = layers.length - 1; depth >= 0; depth -= 1) {
      const layer = layers[depth];
      const input = values[depth];
      if (layer === undefined || input === undefined) break;
      addOuter(layer, delta, input, gradient);
      if (depth > 0) delta = backward(layer, parameters, delta, input);
    }
  }
  return loss;
}

function addOuter(
  layer: Layer,
  delta: Float64Array,
  input: Float64Array,
  gradient: Float64Array,
): void {
  for (let row = 0; row < layer.to; row += 1) {
    const slope = delta[row] ?? 0;
    const start = layer.weights + row * layer.from;
    for (let column = 0; column < layer.from; column += 1) {
      gradient[start + column] = (gradient[start + column] ?? 0) + slope * (input[column] ?? 0);
    }
    gradient[layer.biases + row] = (gradient[layer.biases + row] ?? 0) + slope;
  }
}

/** δ of the layer below, whose tanh outputs are `input`. */
function backward(
  layer: Layer,
  parameters: Parameters,
  delta: Float64Array,
  input: Float64Array,
): Float64Array {
  return input.map((value, column) => {
    let sum = 0;
    for (let row = 0; row < layer.to; row += 1) {
      sum += (delta[row] ?? 0) * (parameters[layer.weights + row * layer.from + column] ?? 0);
    }
    return sum * (1 - value * value);
  });
}
