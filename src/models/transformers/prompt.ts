/** From messages to token ids, and the beginning of them that many calls share. */
import type { PreTrainedTokenizer } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { ChatMessage } from "../../log/types.ts";
import type { ChatRequest } from "../../runtime/ports.ts";

export interface Prompt {
  ids: number[];
  /** How many leading ids come from the fixed messages; 0 when nothing is fixed. */
  fixedLength: number;
  /**
   * Where a chain's prompt is cut beyond these, rising: after the messages and after each whole line
   * that was answered. A call before this one may have ended there. It depends on this request alone.
   */
  cuts: readonly number[];
  /** Whether a call to come may go on where this prompt ends. */
  mayGoOn: boolean;
}

/** A shorter beginning costs more to keep than to prefill again. */
const SHORTEST_FIXED = 8;

/** Ids of the longest prompt that is taken for a chain's: longer ones hold passages, which no call repeats. */
const LONGEST_CHAIN = 512;

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
  const asked = render(tokenizer, messages, true);
  const ids = encode(tokenizer, asked + assistantPrefix);
  // At least one id must be left for the call itself: its logits choose the first token.
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

/** Its beginnings that end with a line, and the empty one; of one that is not made of lines, none. */
function lineEnds(prefix: string): string[] {
  const lines = prefix.split("\n").slice(0, -1);
  if (lines.length === 0) return [];
  const ends = lines.map((_, at) => `${lines.slice(0, at + 1).join("\n")}\n`);
  return ["", ...ends].filter((end) => end.length < prefix.length);
}
