/** One queue per model: calls to it run one after the other, in the order they came. */
import type { StopSignal } from "../runtime/ports.ts";

/** What came of waiting: the turn, or the signal that ended the wait. */
export type Turn =
  | { left: false; queueMs: number; done: () => void }
  | { left: true; queueMs: number };

/** First come, first served; whoever stops waiting leaves at once and holds nobody up. */
export class Queue {
  readonly #nowMs: () => number;
  #last: Promise<void> = Promise.resolve();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Waits for its turn; the caller must call `done` when finished, whatever happened. */
  async enter(signal: StopSignal): Promise<Turn> {
    const cameMs = this.#nowMs();
    const before = this.#last;
    let done = () => {};
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#last = before.then(() => finished);
    const abandoned = await leftBefore(before, signal);
    const queueMs = this.#nowMs() - cameMs;
    if (!abandoned) return { left: abandoned, queueMs, done };
    done();
    return { left: abandoned, queueMs };
  }
}

/** Resolves to true if the signal aborts before the turn comes. */
function leftBefore(turn: Promise<void>, signal: StopSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (abandoned: boolean) => {
      signal.removeEventListener("abort", onAbort);
      resolve(abandoned);
    };
    const onAbort = () => settle(true);
    signal.addEventListener("abort", onAbort);
    void turn.then(() => settle(signal.aborted));
  });
}
