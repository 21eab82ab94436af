import { AppError } from "../../../log/errors.ts";
import type { Embedder, StopSignal } from "../../../runtime/ports.ts";
import examples from "./examples.json";
import { type LabelledFile, labelledFile } from "./labels.ts";

export interface Neighbour {
  question: string;
  known: boolean;
  similarity: number;
}

export const labelled: Readonly<LabelledFile> = labelledFile.parse(examples);

/** Computed once per encoder. */
const vectorsOf = new WeakMap<Embedder, readonly Float32Array[]>();

/** Nearest first. Throws AppError. */
export async function nearestLabelled(
  question: string,
  count: number,
  embedder: Embedder,
  signal: StopSignal,
): Promise<Neighbour[]> {
  const [own] = await embedder.embed([question], signal);
  const vectors = vectorsOf.get(embedder) ?? (await embedAll(embedder, signal));
  if (own === undefined || vectors.length !== labelled.questions.length) {
    throw new AppError("model-nonsense", { cause: "vectors", vectors: vectors.length });
  }
  return labelled.questions
    .map((one, index) => ({ ...one, similarity: cosine(own, vectors[index]) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, count);
}

async function embedAll(embedder: Embedder, signal: StopSignal): Promise<readonly Float32Array[]> {
  const questions = labelled.questions.map(({ question }) => question);
  const vectors = await embedder.embed(questions, signal);
  vectorsOf.set(embedder, vectors);
  return vectors;
}

/** For unit vectors. */
function cosine(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
}
