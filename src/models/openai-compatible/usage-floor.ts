/**
 * The least that a call can have used, whatever its server tells: reckoned from the words that went
 * there and came back. No tokeniser is at hand for a model behind a server, so it is their bytes.
 */
import type { ChatMessage, Usage } from "../../log/types.ts";

/** Tokenisers in use make a token of some four bytes of English; hardly any of more than six. */
const bytesPerToken = 6;
/** A row of dashes or of spaces may well be one token. */
const sameAgain = /(.)\1{3,}/gsu;

export function countedBytes(text: string): number {
  return new TextEncoder().encode(text.replace(sameAgain, "$1")).byteLength;
}

export function leastTokens(bytes: number): number {
  return Math.floor(bytes / bytesPerToken);
}

export interface Exchanged {
  /** Of all messages that were sent. */
  sentBytes: number;
  /** Of those the part that cannot be in the server's cache: it had not been sent before. */
  freshBytes: number;
  receivedBytes: number;
  /** Tokens that the server told one by one, with their probabilities. */
  listedTokens: number;
}

export interface CountedUsage {
  usage: Usage;
  /** What the server told, where that is less than `usage` or more of it was cached than can be. */
  reported?: Usage;
}

/** What is not told stays so: it is charged as the worst case. */
export function flooredUsage(told: Usage, exchanged: Exchanged): CountedUsage {
  const promptTokens = atLeast(told.promptTokens, leastTokens(exchanged.sentBytes));
  const written = Math.max(leastTokens(exchanged.receivedBytes), exchanged.listedTokens);
  const generatedTokens = atLeast(told.generatedTokens, written);
  const mostCached = Math.max(0, (promptTokens ?? 0) - leastTokens(exchanged.freshBytes));
  const cachedTokens = told.cachedTokens === null ? null : Math.min(told.cachedTokens, mostCached);
  const isTrue =
    promptTokens === told.promptTokens &&
    generatedTokens === told.generatedTokens &&
    cachedTokens === told.cachedTokens;
  if (isTrue) return { usage: told };
  return { usage: { promptTokens, cachedTokens, generatedTokens }, reported: told };
}

function atLeast(told: number | null, floor: number): number | null {
  return told === null ? null : Math.max(told, floor);
}

interface Prompt {
  messages: readonly ChatMessage[];
  /** The same in every call of this purpose: other tabs and earlier visits have sent them, too. */
  fixedPrefixMessages: number;
}

/** A chain's prompts grow, and each begins with the one before. */
const mostKept = 64;

/** The prompts that were sent to each model: only what one begins with can a server have cached. */
export class SentPrompts {
  readonly #sent = new Map<string, string[]>();

  /** The bytes of this prompt, and of what no earlier one began with; from now on it is an earlier one. */
  send(model: string, { messages, fixedPrefixMessages }: Prompt) {
    const text = textOf(messages);
    const earlier = this.#sent.get(model) ?? [];
    const fixed = textOf(messages.slice(0, fixedPrefixMessages)).length;
    const known = earlier.reduce((most, one) => Math.max(most, sameStart(one, text)), fixed);
    this.#sent.set(model, [...earlier.filter((one) => one !== text), text].slice(-mostKept));
    return { sentBytes: countedBytes(text), freshBytes: countedBytes(text.slice(known)) };
  }
}

function textOf(messages: readonly ChatMessage[]): string {
  return messages.map(({ content }) => content).join("");
}

function sameStart(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}
