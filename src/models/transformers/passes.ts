import { type DynamicCache, type PreTrainedModel, Tensor } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import { nextTask } from "../../shared/yield-to-main.ts";
import { releaseTensor } from "./prefix-cache.ts";

/** The library takes one token, which is not used; a model's defaults may not slow that down. */
const oneToken = {
  max_new_tokens: 1,
  min_length: 0,
  min_new_tokens: 0,
  do_sample: false,
  num_beams: 1,
  repetition_penalty: 1,
  no_repeat_ngram_size: 0,
  return_dict_in_generate: true,
};

function asTensor(ids: BigInt64Array): Tensor {
  return new Tensor("int64", ids, [1, ids.length]);
}

/**
 * Forward passes through the library's `generate`, which keeps the cache in order for every
 * architecture.
 */
export class Passes {
  readonly #model: PreTrainedModel;
  #rows = 1;
  /** The last pass gave them. */
  #logits: unknown = null;
  /** Made by a pass; nothing else holds their tensors. */
  readonly #own = new WeakSet<DynamicCache>();

  constructor(model: PreTrainedModel) {
    this.#model = model;
    const forward = model.forward.bind(model);
    model.forward = async (inputs: Record<string, unknown>) => {
      const rows = new Tensor("int64", BigInt64Array.of(BigInt(this.#rows)), []);
      // Models without this input give all rows.
      const outputs: unknown = await forward({ ...inputs, num_logits_to_keep: rows });
      this.#logits = Object(outputs).logits;
      // On WebAssembly only microtasks run between passes: an abort would come after the last one.
      await nextTask();
      return outputs;
    };
  }

  /**
   * Reads what `cache` lacks of `ids`; resolves to the logits after each of the last `rows` ids,
   * which the next pass frees.
   */
  async read(ids: readonly number[], cache: DynamicCache, rows = 1): Promise<Float32Array[]> {
    this.#rows = rows;
    if (this.#logits instanceof Tensor) releaseTensor(this.#logits);
    this.#logits = null;
    const replaced = this.#own.has(cache) ? tensorsIn(cache) : [];
    await this.#model.generate({
      ...oneToken,
      inputs: asTensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: asTensor(new BigInt64Array(ids.length).fill(1n)),
      past_key_values: cache,
    });
    this.#own.add(cache);
    const kept = new Set(tensorsIn(cache));
    for (const tensor of replaced) if (!kept.has(tensor)) releaseTensor(tensor);
    const logits = this.#logits;
    if (!(logits instanceof Tensor)) throw badLogits("none");
    const { data, dims } = logits.to("float32");
    if (!(data instanceof Float32Array)) throw badLogits(logits.type);
    const width = dims.at(-1) ?? 0;
    return Array.from({ length: rows }, (_, row) => {
      const start = data.length - (rows - row) * width;
      return data.subarray(start, start + width);
    });
  }

  async dispose(cache: DynamicCache): Promise<void> {
    if (this.#own.has(cache)) tensorsIn(cache).forEach(releaseTensor);
    await cache.dispose();
  }
}

function tensorsIn(cache: DynamicCache): Tensor[] {
  return Object.values(cache).filter((one) => one instanceof Tensor);
}

function badLogits(type: string): AppError {
  return new AppError("generation-failed", { cause: "logits-type", type });
}
