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
  if (signal.aborted) throw signal.reason;
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

/** Calls `onSilence` when nothing touched it for `milliseconds`. */
export class Watchdog {
  readonly #milliseconds: number;
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(milliseconds: number, onSilence: () => void) {
    this.#milliseconds = milliseconds;
    this.#onSilence = onSilence;
  }

  touch(): void {
    this.stop();
    this.#timer = setTimeout(this.#onSilence, this.#milliseconds);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
