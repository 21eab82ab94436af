/** Resends only calls refused before they could be charged. */
import { AppError, toAppError } from "../../log/errors.ts";
import { isUncharged } from "../../models/openai-compatible/errors.ts";
import type { ChatModel, ChatPart, ChatRequest, Clock, StopSignal } from "../../runtime/ports.ts";

export interface Backoff {
  clock: Clock;
  sleep(milliseconds: number, signal: StopSignal): Promise<void>;
  random(): number;
  onWait(untilEpochMs: number): void;
  onGo(): void;
}

/** A longer requested wait pauses the batch instead. */
const longestToldMs = 15 * 60_000;
/** Consecutive waits for one call. */
const mostWaits = 12;
/** Fewer tries for a server that fails without asking to wait. */
const mostFaults = 3;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/**
 * The minimum time between the starts of two calls grows with refusals and shrinks with success.
 */
const firstGapMs = 250;
const longestGapMs = 20_000;

/** Shared by all models of one server. */
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

/** Milliseconds before the call is sent again; null: do not resend. */
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

/** Adds the bytes of refused tries, which were sent too. */
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

  async turn(signal: StopSignal): Promise<void> {
    const { clock, sleep } = this.#patience;
    const nowMs = clock.nowMs();
    const leftMs = this.#gapMs > 0 ? Math.max(0, this.#lastMs + this.#gapMs - nowMs) : 0;
    // Reserved before the wait, so that concurrent callers queue.
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
