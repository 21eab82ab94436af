import type { PreTrainedModel, PreTrainedTokenizer } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { tokenBytes } from "../constraint/token-bytes.ts";
import { TokenTrie } from "../constraint/token-trie.ts";
import { StopText } from "../stop-text.ts";
import { TokenChooser } from "../token-chooser.ts";
import { transformersError } from "./errors.ts";
import { generateTokens } from "./generate.ts";
import { TokenGuesses } from "./guesses.ts";
import { Passes } from "./passes.ts";
import { PrefixCache } from "./prefix-cache.ts";
import { buildPrompt, type Prompt } from "./prompt.ts";

export interface TransformersModelOptions {
  tokenizer: PreTrainedTokenizer;
  trie: TokenTrie;
  model: PreTrainedModel;
  contextTokens: number;
  /** The budget for caches of fixed prompt beginnings; 0 disables reuse. */
  prefixCacheBytes: number;
  /** False where a token's logits depend on how many are read with it. */
  guesses: boolean;
  /** False on a GPU, where rereading a chain costs less than moving its cache. */
  keepsChains: boolean;
  nowMs: () => number;
  random: () => number;
}

function endIdsOf(model: PreTrainedModel, tokenizer: PreTrainedTokenizer): number[] {
  const named: unknown[] = [
    model.generation_config?.eos_token_id,
    Reflect.get(model.config, "eos_token_id"),
    tokenizer.eos_token_id,
  ].flat();
  return [...new Set(named.filter((id) => typeof id === "number"))];
}

/** Excludes special tokens and `endIds`. Takes a fifth of a second, spent while weights load. */
export function trieOf(tokenizer: PreTrainedTokenizer, endIds: readonly number[] = []): TokenTrie {
  const special = new Set([...tokenizer.all_special_ids, ...endIds]);
  return new TokenTrie(tokenBytes(tokenizer.get_vocab(), special));
}

/** Holds back a character split over tokens. */
class TokenText {
  readonly #decoder = new TextDecoder();
  readonly #trie: TokenTrie;
  #dropSpace: boolean;

  constructor(trie: TokenTrie, dropSpace: boolean) {
    this.#trie = trie;
    this.#dropSpace = dropSpace;
  }

  next(id: number): string {
    const text = this.#decoder.decode(this.#trie.bytesOf(id) ?? new Uint8Array(), { stream: true });
    return this.#withoutLeadingSpace(text);
  }

  #withoutLeadingSpace(text: string): string {
    if (!this.#dropSpace || text.length === 0) return text;
    this.#dropSpace = false;
    return text.startsWith(" ") ? text.slice(1) : text;
  }
}

export class TransformersModel {
  readonly #options: TransformersModelOptions;
  readonly #endIds: readonly number[];
  readonly #trie: TokenTrie;
  readonly #passes: Passes;
  readonly #prefixes: PrefixCache | null;
  readonly #guesses: TokenGuesses | null;
  readonly #stopIds = new Map<string, number[]>();

  constructor(options: TransformersModelOptions) {
    const { tokenizer, model, trie, prefixCacheBytes } = options;
    this.#options = options;
    this.#endIds = endIdsOf(model, tokenizer);
    this.#passes = new Passes(model);
    this.#guesses = options.guesses ? new TokenGuesses() : null;
    const isSpecial = (id: number) => tokenizer.all_special_ids.includes(id);
    this.#trie = this.#endIds.every(isSpecial) ? trie : trieOf(tokenizer, this.#endIds);
    this.#prefixes = prefixCacheBytes > 0 ? new PrefixCache(prefixCacheBytes) : null;
  }

  get vocabularySize(): number {
    return this.#trie.vocabularySize;
  }

  get keptBytes(): number {
    return this.#prefixes?.bytes ?? 0;
  }

  async dispose(): Promise<void> {
    this.#prefixes?.clear();
    await this.#options.model.dispose();
  }

  async call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const { nowMs } = this.#options;
    const startMs = nowMs();
    const prompt = this.#promptFor(request);
    const chooser = this.#chooserFor(request);
    let firstTokenMs: number | null = null;
    const output = new StopText(request.stop, emit);
    const text = new TokenText(this.#trie, leadingSpaceIsPrompt(request));
    let stopped = false;
    const onToken = (id: number) => {
      firstTokenMs ??= nowMs() - startMs;
      stopped = output.push(text.next(id));
      return stopped || chooser.ended;
    };
    const { reused } = await this.#generate({ request, prompt, chooser, onToken }, signal);
    if (!stopped) output.flush();
    const natural = stopped || chooser.ended;
    return {
      type: "end",
      text: output.text,
      finish: natural ? "stop" : signal.aborted ? "stopped" : "length",
      usage: {
        promptTokens: prompt.ids.length,
        cachedTokens: reused,
        generatedTokens: chooser.chosen,
      },
      ...told(chooser, natural),
      bytesSent: 0,
      bytesReceived: 0,
      queueMs: 0,
      firstTokenMs,
      totalMs: nowMs() - startMs,
    };
  }

  async #generate(
    call: {
      request: ChatRequest;
      prompt: Prompt;
      chooser: TokenChooser;
      onToken: (id: number) => boolean;
    },
    signal: AbortSignal,
  ): Promise<{ reused: number }> {
    const { request, prompt, chooser, onToken } = call;
    const { contextTokens } = this.#options;
    try {
      return await generateTokens(
        {
          passes: this.#passes,
          prompt,
          prefixes: this.#prefixes,
          guesses: this.#guesses,
          chooser,
          maxTokens: Math.min(request.maxTokens, contextTokens - prompt.ids.length),
          onToken,
        },
        signal,
      );
    } catch (thrown) {
      throw transformersError(thrown, "generation-failed");
    }
  }

  #promptFor(request: ChatRequest): Prompt {
    const { tokenizer, contextTokens, keepsChains } = this.#options;
    const prompt = buildPrompt(tokenizer, request);
    const promptTokens = prompt.ids.length;
    if (promptTokens >= contextTokens) {
      throw new AppError("context-too-long", { promptTokens, contextTokens });
    }
    return keepsChains ? prompt : { ...prompt, cuts: [], mayGoOn: false };
  }

  #beginning(stop: string): number[] {
    const known = this.#stopIds.get(stop);
    if (known !== undefined) return known;
    const found = this.#trie.beginningWith(new TextEncoder().encode(stop));
    this.#stopIds.set(stop, found);
    return found;
  }

  #chooserFor(request: ChatRequest): TokenChooser {
    return new TokenChooser({
      trie: this.#trie,
      endIds: this.#endIds,
      stopIds: request.stop.flatMap((stop) => this.#beginning(stop)),
      constraint: request.constraint,
      leadingSpace: leadingSpaceIsPrompt(request),
      temperature: request.temperature,
      random: this.#options.random,
    });
  }
}

function told(
  { logprobs, tokens, choiceProbabilities, satisfied }: TokenChooser,
  natural: boolean,
): Pick<ChatEnd, "logprobs" | "tokens" | "choiceProbabilities" | "constrained"> {
  return { logprobs, tokens, choiceProbabilities, constrained: satisfied && natural };
}

/** After "Answer:" the space is not part of a constrained output. */
function leadingSpaceIsPrompt({ constraint, assistantPrefix = "" }: ChatRequest): boolean {
  return constraint !== undefined && /\S$/u.test(assistantPrefix);
}
