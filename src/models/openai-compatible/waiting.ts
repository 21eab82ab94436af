/** Waiting that can be cut short: back-off between tries, patience with a silent server. */

/** Longest wait a server may ask for; beyond it the call fails and says how long. */
const longestWaitMs = 60_000;
const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

/**
 * Milliseconds before try number `retry` + 1 (0 is the first repetition): what the
 * server asked for, else doubling from half a second with up to half of it taken off
 * at random, so that many clients do not return at once. Null: do not wait that long.
 */
export function backOffMs(
  retry: number,
  toldMs: number | null,
  random: () => number,
): number | null {
  if (toldMs !== null) return toldMs <= longestWaitMs ? toldMs : null;
  const full = Math.min(longestBackOffMs, firstBackOffMs * 2 ** retry);
  return full * (1 - random() / 2);
}

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Rejects with the signal's reason as soon as it aborts. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });

/** Settles like `promise`, but rejects at once when the signal aborts, whoever else listens to it. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // It was begun already, and nobody else hears how it ends.
    promise.catch(() => undefined);
    throw signal.reason;
  }
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export interface Waits {
  /** Longest time in which nothing at all arrives, in milliseconds. */
  silenceMs: number;
  /** Longest time in which no data do, though something does, such as comments. */
  keepAliveMs: number;
  /** Longest time for the whole exchange. */
  totalMs: number;
}

export interface TimeoutInfo {
  which: "silence" | "keep-alive" | "total";
  milliseconds: number;
}

/** Watches one exchange at a time, and tells once when it takes too long. */
export class ResponseWatchdog {
  readonly #waits: Waits;
  readonly #onLost: (lost: TimeoutInfo) => void;
  #watching = false;
  #silence: Timer | null = null;
  #keepAlive: Timer | null = null;
  #total: Timer | null = null;

  constructor(waits: Waits, onLost: (lost: TimeoutInfo) => void) {
    this.#waits = waits;
    this.#onLost = onLost;
  }

  /** Something is sent now. */
  begin(): void {
    this.stop();
    this.#watching = true;
    const { silenceMs, keepAliveMs, totalMs } = this.#waits;
    this.#silence = this.#timer("silence", silenceMs);
    this.#keepAlive = this.#timer("keep-alive", keepAliveMs);
    this.#total = this.#timer("total", totalMs);
  }

  /** Restarts the silence timer only: keep-alives must not prolong the wait for ever. */
  sawLife(): void {
    if (!this.#watching) return;
    clear(this.#silence);
    this.#silence = this.#timer("silence", this.#waits.silenceMs);
  }

  sawData(): void {
    if (!this.#watching) return;
    clear(this.#keepAlive);
    this.#keepAlive = this.#timer("keep-alive", this.#waits.keepAliveMs);
  }

  stop(): void {
    this.#watching = false;
    for (const timer of [this.#silence, this.#keepAlive, this.#total]) clear(timer);
  }

  #timer(which: TimeoutInfo["which"], milliseconds: number): Timer {
    return setTimeout(() => {
      this.stop();
      this.#onLost({ which, milliseconds });
    }, milliseconds);
  }
}

type Timer = ReturnType<typeof setTimeout>;

function clear(timer: Timer | null): void {
  if (timer !== null) clearTimeout(timer);
}
