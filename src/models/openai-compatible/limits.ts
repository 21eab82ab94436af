/** The limits are far above what a server sends that keeps to `maxTokens`. */
import type { ChatRequest } from "../../runtime/ports.ts";
import type { RemoteSettings } from "./settings.ts";

export interface AnswerLimits {
  /** Uncompressed; most of a stream is JSON around the text. */
  bytes: number;
  /** An event or unstreamed answer is parsed in one task. */
  pieceBytes: number;
  events: number;
  /** In UTF-16 units. */
  characters: number;
  logprobs: number;
  totalMs: number;
  /** In milliseconds, with keep-alives but no data. */
  keepAliveMs: number;
}

const kibi = 1024;
const mebi = kibi * kibi;

/** Leaves room for thoughts, which models also send beyond the limit. */
const base = { bytes: 16 * mebi, pieceBytes: mebi, events: 65_536, characters: 64 * kibi };
/** A token's event has about 300 bytes, 2,000 with log-probabilities. */
const perToken = { bytes: 4 * kibi, pieceBytes: 2 * kibi, events: 4, characters: 64 };
/** Slow even for a local CPU. */
const msPerToken = 250;
const shortestTotalMs = 600_000;
/** Longest delay a timer supports. */
const longestTotalMs = 2 ** 31 - 1;
/** Gateways send comments while a call waits for its model. */
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

export const errorBodyBytes = 64 * kibi;
/** The longest known list has half a megabyte. */
export const modelListBytes = 4 * mebi;
