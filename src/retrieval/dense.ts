/** Dot products of unit vectors quantised to 8-bit integers. */
import type { Hit } from "./bm25.ts";

/** Unit vectors, one row per passage: component = value × scale. */
export interface PassageVectors {
  dimensions: number;
  scale: number;
  values: Int8Array;
}

/** All vectors share one scale, so that scores stay comparable. */
export function quantise(vectors: readonly Float32Array[]): PassageVectors {
  const dimensions = vectors[0]?.length ?? 0;
  let largest = 0;
  for (const vector of vectors) {
    for (const component of vector) largest = Math.max(largest, Math.abs(component));
  }
  const scale = largest / 127 || 1;
  const values = new Int8Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    vector.forEach((component, column) => {
      values[row * dimensions + column] = Math.round(component / scale);
    });
  });
  return { dimensions, scale, values };
}

export function searchDense(vectors: PassageVectors, query: Float32Array, limit: number): Hit[] {
  const { dimensions, scale, values } = vectors;
  if (query.length !== dimensions) {
    throw new RangeError(`Query vector has ${query.length} dimensions, library ${dimensions}`);
  }
  const rows = dimensions === 0 ? 0 : values.length / dimensions;
  const best = new BestHits(limit);
  for (let row = 0, at = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < dimensions; column++, at++) {
      sum += (values[at] ?? 0) * (query[column] ?? 0);
    }
    best.offer(row, sum * scale);
  }
  return best.hits;
}

/** Avoids sorting all candidates. */
class BestHits {
  readonly hits: Hit[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(index: number, score: number): void {
    const last = this.hits[this.#limit - 1];
    if (last && score <= last.score) return;
    let place = this.hits.length;
    while (place > 0 && (this.hits[place - 1]?.score ?? 0) < score) place--;
    this.hits.splice(place, 0, { index, score });
    if (this.hits.length > this.#limit) this.hits.pop();
  }
}
