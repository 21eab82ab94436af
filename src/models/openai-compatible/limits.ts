/**
 * How much a server may send, and how long it may take. The bounds are far above what a server
 * sends that keeps to `maxTokens`; they are there for those that do not.
 */
import type { ChatRequest } from "../../runtime/ports.ts";
import type { RemoteSettings } from "./settings.ts";

export interface AnswerLimits {
  /** Of a streamed body, unpacked: most of it is JSON around the text. */
  bytes: number;
  /** Of one event, or of an answer in one piece: it is parsed in one task of the page. */
  pieceBytes: number;
  /** Of one stream. */
  events: number;
  /** Of text that is part of the answer, in UTF-16 units. */
  characters: number;
  /** Tokens whose log-probabilities are kept. */
  logprobs: number;
  /** From sending to the end of the answer, in milliseconds. */
  totalMs: number;
  /** Longest time without data while the server shows that it lives, in milliseconds. */
  keepAliveMs: number;
}

const kibi = 1024;
const mebi = kibi * kibi;

/** Some models think at length beyond the limit they were given, and the thoughts are sent too. */
const base = { bytes: 16 * mebi, pieceBytes: mebi, events: 65_536, characters: 64 * kibi };
/** A token comes in an event of some 300 bytes, of two thousand with log-probabilities. */
const perToken = { bytes: 4 * kibi, pieceBytes: 2 * kibi, events: 4, characters: 64 };
/** A token a quarter of a second is slow, even on a person's own processor. */
const msPerToken = 250;
const shortestTotalMs = 600_000;
/** Longest timer that there is. */
const longestTotalMs = 2 ** 31 - 1;
/** Gateways send comments while a call waits for its model, or the model thinks unseen. */
const keepAlivePatience = 3;

export function answerLimits(request: ChatRequest, settings: RemoteSettings): AnswerLimits {
  const tokens = request.maxTokens + settings.reasoningTokens;
  const { timeoutMs } = settings;
  const keepAliveMs = keepAlivePatience * timeoutMs;
  const totalMs = Math.max(shortestTotalMs, keepAliveMs + timeoutMs) + msPerToken * tokens;
  return {
    bytes: base.bytes + perToken.bytes * tokens,
    pieceBytes: base.pieceBytes + perToken.pieceBytes * tokens,
    events: base.events + perToken.events * tokens,
    characters: base.characters + perToken.characters * tokens,
    logprobs: kibi + 2 * tokens,
    totalMs: Math.min(longestTotalMs, totalMs),
    keepAliveMs,
  };
}

/** Of an answer with an error status; the rest is not read. */
export const errorBodyBytes = 64 * kibi;
/** Of a list of models: the longest known has half a megabyte. */
export const modelListBytes = 4 * mebi;
