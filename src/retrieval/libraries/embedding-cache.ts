/** Keeps computed embeddings between builds, so that only new and changed passages cost time. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Embedder } from "../../runtime/ports.ts";

const dimensions = 384;

/** Embeddings by the hash of their text; one folder for each encoder file. */
export class EmbeddingCache {
  readonly #folder: string;
  readonly #vectors = new Map<string, Float32Array>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the cache of one encoder under `root`; a missing or unreadable cache is empty. */
  static async open(root: string, encoderSha256: string): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(join(root, encoderSha256.slice(0, 16)));
    await mkdir(cache.#folder, { recursive: true });
    try {
      const json: unknown = JSON.parse(await readFile(cache.#path("keys.json"), "utf8"));
      const bytes = await readFile(cache.#path("vectors.f32"));
      const values = new Float32Array(new Uint8Array(bytes).buffer);
      z.array(z.string())
        .parse(json)
        .forEach((key, row) => {
          cache.#vectors.set(key, values.slice(row * dimensions, (row + 1) * dimensions));
        });
    } catch {
      cache.#vectors.clear();
    }
    return cache;
  }

  get(text: string): Float32Array | undefined {
    return this.#vectors.get(keyOf(text));
  }

  set(text: string, vector: Float32Array): void {
    this.#vectors.set(keyOf(text), vector);
  }

  async save(): Promise<void> {
    const values = new Float32Array(this.#vectors.size * dimensions);
    [...this.#vectors.values()].forEach((vector, row) => {
      values.set(vector, row * dimensions);
    });
    await writeFile(this.#path("vectors.f32"), new Uint8Array(values.buffer));
    await writeFile(this.#path("keys.json"), JSON.stringify([...this.#vectors.keys()]));
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

/** The encoder, asked only for what the cache has not got. */
export function cachedEmbedder(encoder: Embedder, cache: EmbeddingCache): Embedder {
  return {
    async embed(texts, signal) {
      const missing = texts.filter((text) => !cache.get(text));
      const embedded = await encoder.embed(missing, signal);
      missing.forEach((text, index) => {
        const vector = embedded[index];
        if (vector) cache.set(text, vector);
      });
      return texts.map((text) => cache.get(text) ?? new Float32Array());
    },
  };
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
