/**
 * Patience with a busy server: waits as long as it is told to, asks more slowly for a while
 * after, and says until when it waits. Only what was refused before it could be charged is
 * sent again.
 */
import { AppError, toAppError } from "../../log/errors.ts";
import { isUncharged } from "../../models/openai-compatible/errors.ts";
import type { ChatModel, ChatPart, ChatRequest, Clock, StopSignal } from "../../runtime/ports.ts";

export interface Backoff {
  clock: Clock;
  /** Resolves when the time is over or the signal aborts. */
  sleep(milliseconds: number, signal: StopSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** The server asked to wait; `onGo` follows. */
  onWait(untilEpochMs: number): void;
  onGo(): void;
}

/** A server that asks for more is not waited for: the batch stands still and says so. */
const longestToldMs = 15 * 60_000;
/** Waits for one call, one after the other. */
const mostWaits = 12;
/** A server that fails without a word is tried less often. */
const mostFaults = 3;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Shortest time between the beginnings of two calls: grows with every refusal, shrinks with success. */
const firstGapMs = 250;
const longestGapMs = 20_000;

/** One patience over all models that it is given: they are asked of one server. */
export function backoffOver(backoff: Backoff): (model: ChatModel) => ChatModel {
  const pace = new Pace(backoff);
  return (model) => ({
    ref: model.ref,
    generate: (request, signal) => generate(model, backoff, pace, { request, signal }),
  });
}

async function* generate(
  model: ChatModel,
  backoff: Backoff,
  pace: Pace,
  { request, signal }: { request: ChatRequest; signal: StopSignal },
): AsyncGenerator<ChatPart, void, undefined> {
  let refusedBytes = 0;
  for (let waits = 0; ; waits += 1) {
    await pace.turn(signal);
    let begun = false;
    try {
      for await (const part of model.generate(request, signal)) {
        begun = true;
        if (part.type === "end") pace.quicker();
        if (part.type === "delta") yield part;
        else yield { ...part, bytesSent: part.bytesSent + refusedBytes };
      }
      return;
    } catch (thrown) {
      const error = toAppError(thrown);
      const waitMs = begun ? null : waitFor(error, waits, backoff.random);
      if (waitMs === null) throw withBytes(error, refusedBytes);
      refusedBytes += bytesOf(error);
      if (error.code === "remote-rate-limited") pace.slower();
      await waitVisibly(backoff, waitMs, signal);
    }
  }
}

/** Milliseconds to wait before the call is sent again; null: it is not. */
function waitFor(error: AppError, waits: number, random: () => number): number | null {
  const limited = error.code === "remote-rate-limited";
  if (!error.retryable || !isUncharged(error)) return null;
  if (!limited && error.code !== "remote-server-error") return null;
  if (waits >= (limited ? mostWaits : mostFaults)) return null;
  const retryAfterMs = error.params["retryAfterMs"];
  if (typeof retryAfterMs === "number") return retryAfterMs <= longestToldMs ? retryAfterMs : null;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** waits) * (1 - random() / 4);
}

async function waitVisibly(
  backoff: Backoff,
  milliseconds: number,
  signal: StopSignal,
): Promise<void> {
  backoff.onWait(backoff.clock.epochMs() + milliseconds);
  await backoff.sleep(milliseconds, signal);
  if (signal.aborted) throw new AppError("stopped");
  backoff.onGo();
}

function bytesOf({ params }: AppError): number {
  const sent = params["bytesSent"];
  return typeof sent === "number" ? sent : 0;
}

/** What the refused tries sent left the device, too. */
function withBytes(error: AppError, bytes: number): AppError {
  if (bytes === 0) return error;
  const params = { ...error.params, bytesSent: bytesOf(error) + bytes };
  return new AppError(error.code, params, { retryable: error.retryable, cause: error.cause });
}

class Pace {
  readonly #patience: Backoff;
  #gapMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(backoff: Backoff) {
    this.#patience = backoff;
  }

  /** Waits until the next call may begin. Throws `stopped`. */
  async turn(signal: StopSignal): Promise<void> {
    const { clock, sleep } = this.#patience;
    const nowMs = clock.nowMs();
    const leftMs = this.#gapMs > 0 ? Math.max(0, this.#lastMs + this.#gapMs - nowMs) : 0;
    // Taken before the wait, so that callers side by side come one after the other.
    this.#lastMs = nowMs + leftMs;
    if (leftMs > 0) await sleep(leftMs, signal);
    if (signal.aborted) throw new AppError("stopped");
  }

  slower(): void {
    this.#gapMs = Math.min(longestGapMs, Math.max(firstGapMs, this.#gapMs * 2));
  }

  quicker(): void {
    this.#gapMs = this.#gapMs < firstGapMs ? 0 : this.#gapMs * 0.8;
  }
}
