/** Only new and changed passages are computed. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Embedder } from "../../runtime/ports.ts";

const dimensions = 384;
const keyBytes = 16;
const rowBytes = keyBytes + dimensions * 4;

/** Keyed by text hash; one folder per encoder file. */
export class EmbeddingCache {
  readonly #folder: string;
  readonly #vectors = new Map<string, Float32Array>();
  #unsaved = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** A missing or unreadable cache is empty. */
  static async open(root: string, encoderSha256: string): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(join(root, encoderSha256.slice(0, 16)));
    await mkdir(cache.#folder, { recursive: true });
    const bytes = await readFile(cache.#path()).catch(() => Buffer.alloc(0));
    if (bytes.length % rowBytes !== 0) return cache;
    for (let at = 0; at < bytes.length; at += rowBytes) {
      const key = bytes.toString("hex", at, at + keyBytes);
      const values = Uint8Array.from(bytes.subarray(at + keyBytes, at + rowBytes));
      cache.#vectors.set(key, new Float32Array(values.buffer));
    }
    return cache;
  }

  get(text: string): Float32Array | undefined {
    return this.#vectors.get(keyOf(text));
  }

  set(text: string, vector: Float32Array): void {
    this.#vectors.set(keyOf(text), vector);
    this.#unsaved += 1;
  }

  get unsaved(): number {
    return this.#unsaved;
  }

  /** Renames one complete file, so that keys and vectors always match. */
  async save(): Promise<void> {
    if (this.#unsaved === 0) return;
    this.#unsaved = 0;
    const bytes = Buffer.alloc(this.#vectors.size * rowBytes);
    let at = 0;
    for (const [key, vector] of this.#vectors) {
      bytes.write(key, at, "hex");
      bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, dimensions * 4), at + keyBytes);
      at += rowBytes;
    }
    const next = `${this.#path()}.${randomUUID()}`;
    await writeFile(next, bytes);
    await rename(next, this.#path());
  }

  #path(): string {
    return join(this.#folder, "embeddings.bin");
  }
}

/** At most this many are lost if the process is killed. */
const savedEvery = 2000;

export function cachedEmbedder(encoder: Embedder, cache: EmbeddingCache): Embedder {
  return {
    async embed(texts, signal) {
      const missing = texts.filter((text) => !cache.get(text));
      const embedded = missing.length === 0 ? [] : await encoder.embed(missing, signal);
      missing.forEach((text, index) => {
        const vector = embedded[index];
        if (vector) cache.set(text, vector);
      });
      if (cache.unsaved >= savedEvery) await cache.save();
      return texts.map((text) => cache.get(text) ?? new Float32Array());
    },
  };
}

function keyOf(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * keyBytes);
}
