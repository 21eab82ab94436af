import {
  DynamicCache,
  InterruptableStoppingCriteria,
  LogitsProcessor,
  LogitsProcessorList,
  type PreTrainedModel,
  Tensor,
} from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { TokenChooser } from "../token-chooser.ts";
import type { PrefixCache } from "./prefix-cache.ts";
import type { Prompt } from "./prompt.ts";

/** Masks all but the chooser's choice. */
class ChoosingProcessor extends LogitsProcessor {
  readonly #choose: (logits: Float32Array) => number;

  constructor(choose: (logits: Float32Array) => number) {
    super();
    this.#choose = choose;
  }

  override _call(_inputIds: bigint[][], logits: Tensor): Tensor {
    const { data } = logits;
    if (!(data instanceof Float32Array)) {
      throw new AppError("generation-failed", { cause: "logits-type", type: logits.type });
    }
    const chosen = this.#choose(data);
    data.fill(Number.NEGATIVE_INFINITY);
    data[chosen] = 0;
    return logits;
  }
}

/** Model defaults would change the logits before the chooser sees them. */
const NEUTRAL = {
  do_sample: false,
  num_beams: 1,
  repetition_penalty: 1,
  no_repeat_ngram_size: 0,
  min_length: 0,
  min_new_tokens: 0,
  return_dict_in_generate: true,
};

function asTensor(ids: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
}

function inputsFor(ids: readonly number[]) {
  return {
    inputs: asTensor(ids),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), [1, ids.length]),
  };
}

export interface Generation {
  model: PreTrainedModel;
  prompt: Prompt;
  prefixes: PrefixCache | null;
  chooser: TokenChooser;
  maxTokens: number;
  onToken: (id: number) => boolean;
}

/**
 * The longest prefill pass. A pass cannot be stopped, and attention is quadratic: 2,800 tokens took
 * 43 s at once, 20 s in pieces.
 */
const LONGEST_PASS = 512;

/** Leaves a rest that fits the final pass. */
async function readAhead(
  model: PreTrainedModel,
  ids: readonly number[],
  { cache, from, signal }: { cache: DynamicCache; from: number; signal: AbortSignal },
): Promise<void> {
  for (let end = from + LONGEST_PASS; end < ids.length; end += LONGEST_PASS) {
    if (signal.aborted) return;
    await readInto(model, ids.slice(0, end), cache);
  }
}

async function readInto(
  model: PreTrainedModel,
  ids: readonly number[],
  cache: DynamicCache,
): Promise<void> {
  const reading = { past_key_values: cache, max_new_tokens: 1 };
  await model.generate({ ...NEUTRAL, ...inputsFor(ids), ...reading });
}

async function begunCache(
  generation: Generation,
  signal: AbortSignal,
): Promise<{ cache: DynamicCache; reused: number }> {
  const { prompt, prefixes } = generation;
  if (prefixes === null) return { cache: new DynamicCache(), reused: 0 };
  for (const cut of prompt.cuts.toReversed()) {
    const cached = prefixes.take(prompt.ids.slice(0, cut));
    if (cached !== null) return { cache: cached, reused: cut };
  }
  return await fixedCache(generation, prefixes, signal);
}

async function fixedCache(
  { model, prompt }: Generation,
  prefixes: PrefixCache,
  signal: AbortSignal,
): Promise<{ cache: DynamicCache; reused: number }> {
  if (prompt.fixedLength === 0) return { cache: new DynamicCache(), reused: 0 };
  const fixed = prompt.ids.slice(0, prompt.fixedLength);
  const cached = prefixes.take(fixed);
  if (cached !== null) return { cache: cached, reused: fixed.length };
  const made = new DynamicCache();
  try {
    await readPiece(model, fixed, { cache: made, signal });
  } catch (error) {
    await made.dispose();
    throw error;
  }
  if (signal.aborted) return { cache: made, reused: 0 };
  await prefixes.keep(fixed, made);
  return { cache: prefixes.take(fixed) ?? new DynamicCache(), reused: 0 };
}

async function readPiece(
  model: PreTrainedModel,
  ids: readonly number[],
  { cache, signal }: { cache: DynamicCache; signal: AbortSignal },
): Promise<void> {
  await readAhead(model, ids, { cache, from: cache.get_seq_length(), signal });
  if (!signal.aborted) await readInto(model, ids, cache);
}

/**
 * Resolves to the number of prompt tokens reused. All its caches are disposed of or kept. Prompts
 * are always cut alike: int8 logits depend slightly on the cuts, and a run must not depend on
 * earlier calls.
 */
export async function generateTokens(
  generation: Generation,
  signal: AbortSignal,
): Promise<{ reused: number }> {
  const { model, prompt, prefixes, chooser, maxTokens, onToken } = generation;
  const { cache, reused } = await begunCache(generation, signal);
  const interrupt = new InterruptableStoppingCriteria();
  const onAbort = () => interrupt.interrupt();
  let failure: unknown = null;
  signal.addEventListener("abort", onAbort);
  try {
    const cuts = prefixes === null ? [] : prompt.cuts;
    for (const cut of cuts.filter((one) => one > cache.get_seq_length())) {
      await readPiece(model, prompt.ids.slice(0, cut), { cache, signal });
    }
    const from = cache.get_seq_length();
    await readAhead(model, prompt.ids, { cache, from, signal });
    if (signal.aborted) return { reused };
    const processors = new LogitsProcessorList();
    processors.push(
      new ChoosingProcessor((logits) => {
        try {
          const id = chooser.choose(logits);
          if (onToken(id)) interrupt.interrupt();
          return id;
        } catch (error) {
          // Throwing here would leak the step's tensors on the GPU.
          failure = error;
          interrupt.interrupt();
          return 0;
        }
      }),
    );
    await model.generate({
      ...NEUTRAL,
      ...inputsFor(prompt.ids),
      past_key_values: cache,
      max_new_tokens: maxTokens,
      logits_processor: processors,
      stopping_criteria: interrupt,
    });
    if (failure !== null) throw failure;
    if (prompt.mayGoOn && !signal.aborted) prefixes?.keepBeginning(prompt.ids, cache);
    return { reused };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await cache.dispose();
  }
}
