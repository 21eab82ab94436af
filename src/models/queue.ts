/** One queue per model: calls to it run one after the other, or a few at once, in the order they came. */
import type { StopSignal } from "../runtime/ports.ts";

/** What came of waiting: the turn, or the signal that ended the wait. */
export type Turn =
  | { left: false; queueMs: number; done: () => void }
  | { left: true; queueMs: number };

/** First come, first served; whoever stops waiting leaves at once and holds nobody up. */
export class Queue {
  readonly #nowMs: () => number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** `places`: calls that may run at once. */
  constructor(nowMs: () => number, places = 1) {
    this.#nowMs = nowMs;
    this.#free = places;
  }

  /** Waits for its turn; the caller must call `done` when finished, whatever happened. */
  async enter(signal: StopSignal): Promise<Turn> {
    const cameMs = this.#nowMs();
    const left = await this.#leftBefore(signal);
    const queueMs = this.#nowMs() - cameMs;
    if (left) return { left, queueMs };
    let isOver = false;
    const done = () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
    return { left, queueMs, done };
  }

  /** Resolves to true if the signal aborts before the turn comes. */
  #leftBefore(signal: StopSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(true);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const come = () => {
        signal.removeEventListener("abort", leave);
        resolve(false);
      };
      const leave = () => {
        signal.removeEventListener("abort", leave);
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        resolve(true);
      };
      this.#waiting.push(come);
      signal.addEventListener("abort", leave);
    });
  }
}
