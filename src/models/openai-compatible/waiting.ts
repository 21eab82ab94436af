/** A longer requested wait fails the call and says how long. */
const longestWaitMs = 60_000;
const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

/**
 * In milliseconds: as requested, else doubling from half a second, less up to half at random. Null
 * if too long.
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

/** Rejects at once when the signal aborts. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Already begun, and nobody else handles its rejection.
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
  silenceMs: number;
  /** The limit despite keep-alives. */
  keepAliveMs: number;
  totalMs: number;
}

export interface TimeoutInfo {
  which: "silence" | "keep-alive" | "total";
  milliseconds: number;
}

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

  begin(): void {
    this.stop();
    this.#watching = true;
    const { silenceMs, keepAliveMs, totalMs } = this.#waits;
    this.#silence = this.#timer("silence", silenceMs);
    this.#keepAlive = this.#timer("keep-alive", keepAliveMs);
    this.#total = this.#timer("total", totalMs);
  }

  /** Keep-alives must not prolong the wait for ever. */
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
