import { DynamicCache, Tensor } from "@huggingface/transformers";
import { release } from "../../shared/release.ts";

type Entries = Record<string, Tensor>;

function bytesOf(entries: Entries): number {
  // 16-bit caches take half of this upper bound.
  return Object.values(entries).reduce((sum, tensor) => sum + tensor.size * 4, 0);
}

async function toMainMemory(cache: DynamicCache): Promise<Entries> {
  const entries: Entries = {};
  for (const [name, tensor] of Object.entries(cache)) {
    if (!(tensor instanceof Tensor)) continue;
    entries[name] =
      tensor.location === "gpu-buffer"
        ? new Tensor(tensor.type, await tensor.ort_tensor.getData(), tensor.dims)
        : tensor;
  }
  await cache.dispose();
  return entries;
}

/**
 * Copies the first `length` positions of [1, heads, positions, width] by head: the library's
 * `slice` copies element by element.
 */
function firstOf(tensor: Tensor, length: number): Tensor | null {
  const { data, dims } = tensor;
  const [rows = 0, heads = 0, positions = 0, width = 0] = dims;
  if (!(data instanceof Float32Array) || rows !== 1 || positions < length) return null;
  const first = new Float32Array(heads * length * width);
  for (let head = 0; head < heads; head += 1) {
    const from = head * positions * width;
    first.set(data.subarray(from, from + length * width), head * length * width);
  }
  return new Tensor("float32", first, [1, heads, length, width]);
}

/** The data of a tensor on a GPU must not be asked for. */
export function releaseTensor(tensor: Tensor): void {
  if (tensor.location === "cpu" && tensor.data instanceof Float32Array) release(tensor.data);
}

/**
 * Forgets the positions from `length` on. The cache has to be in main memory, and nothing else may
 * hold its tensors.
 */
export function cutCache(cache: DynamicCache, length: number): void {
  const entries: Entries = {};
  for (const [name, tensor] of Object.entries(cache)) {
    const first = tensor instanceof Tensor ? firstOf(tensor, length) : null;
    if (first === null) continue;
    entries[name] = first;
    releaseTensor(tensor);
  }
  cache.update(entries);
}

/**
 * Keeps the latest used in main memory; a GPU upload costs far less than the prefill. `generate`
 * never disposes of these: it replaces those it is given, and frees only GPU tensors.
 */
export class PrefixCache {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, { entries: Entries; bytes: number }>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#kept.values()) sum += bytes;
    return sum;
  }

  /** Returns a copy for `generate` to change. */
  take(ids: readonly number[]): DynamicCache | null {
    const key = ids.join(",");
    const cached = this.#kept.get(key);
    if (cached === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, cached);
    return new DynamicCache({ ...cached.entries });
  }

  /** Takes ownership of `cache`. */
  async keep(ids: readonly number[], cache: DynamicCache): Promise<void> {
    this.#keep(ids, await toMainMemory(cache));
  }

  /** Skipped on a GPU, where the transfer is not worth it. */
  keepBeginning(ids: readonly number[], cache: DynamicCache): void {
    const entries: Entries = {};
    for (const [name, tensor] of Object.entries(cache)) {
      if (!(tensor instanceof Tensor)) continue;
      const first = tensor.location === "cpu" ? firstOf(tensor, ids.length) : null;
      if (first === null) return;
      entries[name] = first;
    }
    this.#keep(ids, entries);
  }

  #keep(ids: readonly number[], entries: Entries): void {
    const key = ids.join(",");
    this.#kept.delete(key);
    this.#kept.set(key, { entries, bytes: bytesOf(entries) });
    for (const oldest of this.#kept.keys()) {
      if (this.bytes <= this.#maxBytes || oldest === key) break;
      this.#kept.delete(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
  }
}
