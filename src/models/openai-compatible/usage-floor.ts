/** Computes a lower bound from the bytes exchanged, as a remote model has no tokeniser here. */
import type { ChatMessage, Usage } from "../../log/types.ts";

/** Tokens have about four bytes in English; few exceed six. */
const bytesPerToken = 6;
/** A row of dashes may be one token. */
const sameAgain = /(.)\1{3,}/gsu;

export function countedBytes(text: string): number {
  return new TextEncoder().encode(text.replace(sameAgain, "$1")).byteLength;
}

export function leastTokens(bytes: number): number {
  return Math.floor(bytes / bytesPerToken);
}

export interface Exchanged {
  sentBytes: number;
  /** The server cannot have cached these bytes, which were not sent before. */
  freshBytes: number;
  receivedBytes: number;
  listedTokens: number;
}

export interface CountedUsage {
  usage: Usage;
  /** Present if they were below the bound or claimed too many cached tokens. */
  reported?: Usage;
}

/** Unreported figures stay null: they are charged at the worst case. */
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
  /** Other tabs and visits may have sent these before. */
  fixedPrefixMessages: number;
}

/** In a chain each prompt extends the last. */
const mostKept = 64;

export class SentPrompts {
  readonly #sent = new Map<string, string[]>();

  /** Also counts the bytes after the longest known beginning. */
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
