import type { PreTrainedTokenizer } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { ChatMessage } from "../../log/types.ts";
import type { ChatRequest } from "../../runtime/ports.ts";

export interface Prompt {
  ids: number[];
  fixedLength: number;
  /**
   * Ascending: after the messages and each answered line, where an earlier call may have ended.
   * They depend on this request alone.
   */
  cuts: readonly number[];
  mayGoOn: boolean;
}

/** Shorter beginnings cost more to cache than to prefill. */
const SHORTEST_FIXED = 8;

/** In ids; longer prompts hold passages, which do not recur. */
const LONGEST_CHAIN = 512;

function render(
  tokenizer: PreTrainedTokenizer,
  messages: readonly ChatMessage[],
  forAnswer: boolean,
): string {
  const options = {
    tokenize: false,
    add_generation_prompt: forAnswer,
    // Thinking aloud would use up the token budget.
    enable_thinking: false,
  };
  const rendered: unknown = tokenizer.apply_chat_template([...messages], options);
  if (typeof rendered !== "string") {
    throw new AppError("generation-failed", { cause: "chat-template" });
  }
  return rendered;
}

function encode(tokenizer: PreTrainedTokenizer, text: string): number[] {
  return tokenizer.encode(text, { add_special_tokens: false });
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

export function buildPrompt(tokenizer: PreTrainedTokenizer, request: ChatRequest): Prompt {
  const { messages, fixedPrefixMessages, assistantPrefix = "" } = request;
  const asked = render(tokenizer, messages, true);
  const ids = encode(tokenizer, asked + assistantPrefix);
  // One id remains for the call, since its logits choose the first token.
  const lengthOf = (text: string) =>
    Math.min(commonLength(encode(tokenizer, text), ids), ids.length - 1);
  const fixed =
    fixedPrefixMessages === 0
      ? 0
      : lengthOf(render(tokenizer, messages.slice(0, fixedPrefixMessages), false));
  const fixedLength = fixed < SHORTEST_FIXED ? 0 : fixed;
  const isChain = ids.length <= LONGEST_CHAIN;
  const cuts = isChain ? lineEnds(assistantPrefix).map((end) => lengthOf(asked + end)) : [];
  return {
    ids,
    fixedLength,
    cuts: [...new Set(cuts)].filter((cut) => cut > fixedLength),
    mayGoOn: isChain && /^$|\n$/u.test(assistantPrefix),
  };
}

function lineEnds(prefix: string): string[] {
  const lines = prefix.split("\n").slice(0, -1);
  if (lines.length === 0) return [];
  const ends = lines.map((_, at) => `${lines.slice(0, at + 1).join("\n")}\n`);
  return ["", ...ends].filter((end) => end.length < prefix.length);
}
