/** From messages to token ids, and the beginning of them that many calls share. */
import type { PreTrainedTokenizer } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { ChatMessage } from "../../log/types.ts";
import type { ChatRequest } from "../../runtime/ports.ts";

export interface Prompt {
  ids: number[];
  /** How many leading ids come from the fixed messages; 0 when nothing is fixed. */
  fixedLength: number;
}

/** A shorter beginning costs more to keep than to prefill again. */
const SHORTEST_FIXED = 8;

function render(
  tokenizer: PreTrainedTokenizer,
  messages: readonly ChatMessage[],
  forAnswer: boolean,
): string {
  const options = {
    tokenize: false,
    add_generation_prompt: forAnswer,
    // Handed on to the template: models that can think aloud would spend the whole budget on it.
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

/** Applies the model's chat template and appends the text the answer must begin with. */
export function buildPrompt(tokenizer: PreTrainedTokenizer, request: ChatRequest): Prompt {
  const { messages, fixedPrefixMessages, assistantPrefix = "" } = request;
  const ids = encode(tokenizer, render(tokenizer, messages, true) + assistantPrefix);
  if (fixedPrefixMessages === 0) return { ids, fixedLength: 0 };
  const fixed = encode(tokenizer, render(tokenizer, messages.slice(0, fixedPrefixMessages), false));
  // At least one id must be left for the call itself: its logits choose the first token.
  const fixedLength = Math.min(commonLength(fixed, ids), ids.length - 1);
  return { ids, fixedLength: fixedLength < SHORTEST_FIXED ? 0 : fixedLength };
}
