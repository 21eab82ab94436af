import { DynamicCache } from "@huggingface/transformers";
import type { TokenChooser } from "../token-chooser.ts";
import type { TokenGuesses } from "./guesses.ts";
import type { Passes } from "./passes.ts";
import { cutCache, type PrefixCache } from "./prefix-cache.ts";
import type { Prompt } from "./prompt.ts";

export interface Generation {
  passes: Passes;
  prompt: Prompt;
  prefixes: PrefixCache | null;
  /** Null where a guess could change the output. */
  guesses: TokenGuesses | null;
  chooser: TokenChooser;
  maxTokens: number;
  /** True ends the output. */
  onToken: (id: number) => boolean;
}

/**
 * The longest prefill pass. A pass cannot be stopped, and attention is quadratic: 2,800 tokens took
 * 43 s at once, 20 s in pieces.
 */
const LONGEST_PASS = 512;

/** The int8 kernels work on four rows, so a pass over four tokens takes as long as one over one. */
const GUESSED = 3;

/** Leaves a rest that fits the final pass. */
async function readAhead(
  passes: Passes,
  ids: readonly number[],
  { cache, from, signal }: { cache: DynamicCache; from: number; signal: AbortSignal },
): Promise<void> {
  for (let end = from + LONGEST_PASS; end < ids.length; end += LONGEST_PASS) {
    if (signal.aborted) return;
    await passes.read(ids.slice(0, end), cache);
  }
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
  { passes, prompt }: Generation,
  prefixes: PrefixCache,
  signal: AbortSignal,
): Promise<{ cache: DynamicCache; reused: number }> {
  if (prompt.fixedLength === 0) return { cache: new DynamicCache(), reused: 0 };
  const fixed = prompt.ids.slice(0, prompt.fixedLength);
  const cached = prefixes.take(fixed);
  if (cached !== null) return { cache: cached, reused: fixed.length };
  const made = new DynamicCache();
  try {
    await readPiece(passes, fixed, { cache: made, signal });
  } catch (error) {
    await passes.dispose(made);
    throw error;
  }
  if (signal.aborted) return { cache: made, reused: 0 };
  await prefixes.keep(fixed, made);
  return { cache: prefixes.take(fixed) ?? new DynamicCache(), reused: 0 };
}

async function readPiece(
  passes: Passes,
  ids: readonly number[],
  { cache, signal }: { cache: DynamicCache; signal: AbortSignal },
): Promise<void> {
  await readAhead(passes, ids, { cache, from: cache.get_seq_length(), signal });
  if (!signal.aborted) await passes.read(ids, cache);
}

/**
 * Resolves to the number of prompt tokens reused. All its caches are disposed of or kept. Prompts
 * are always cut alike: logits of most models depend slightly on the cuts, and a run must not
 * depend on earlier calls.
 */
export async function generateTokens(
  generation: Generation,
  signal: AbortSignal,
): Promise<{ reused: number }> {
  const { passes, prompt, prefixes } = generation;
  const { cache, reused } = await begunCache(generation, signal);
  try {
    const cuts = prefixes === null ? [] : prompt.cuts;
    for (const cut of cuts.filter((one) => one > cache.get_seq_length())) {
      await readPiece(passes, prompt.ids.slice(0, cut), { cache, signal });
    }
    const from = cache.get_seq_length();
    await readAhead(passes, prompt.ids, { cache, from, signal });
    await writeTokens(generation, cache, signal);
    if (prompt.mayGoOn && !signal.aborted) prefixes?.keepBeginning(prompt.ids, cache);
    return { reused };
  } finally {
    await passes.dispose(cache);
  }
}

/** Each pass reads the last token and guesses of the next ones, which the chooser confirms or not. */
async function writeTokens(
  { passes, prompt, guesses, chooser, maxTokens, onToken }: Generation,
  cache: DynamicCache,
  signal: AbortSignal,
): Promise<void> {
  const ids = [...prompt.ids];
  const end = prompt.ids.length + maxTokens;
  guesses?.learn(ids);
  while (ids.length < end && !signal.aborted) {
    const guessed = guesses?.after(ids, Math.min(GUESSED, end - ids.length - 1)) ?? [];
    const read = ids.length + guessed.length;
    const rows = await passes.read([...ids, ...guessed], cache, guessed.length + 1);
    for (const [at, logits] of rows.entries()) {
      const id = chooser.choose(logits);
      ids.push(id);
      if (onToken(id)) return;
      if (id !== guessed[at]) break;
    }
    guesses?.learn(ids, ids.length - rows.length);
    if (ids.length - 1 < read) cutCache(cache, ids.length - 1);
  }
}
