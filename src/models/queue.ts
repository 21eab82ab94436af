import type { StopSignal } from "../runtime/ports.ts";

export type Turn =
  | { left: false; queueMs: number; done: () => void }
  | { left: true; queueMs: number };

/** First come, first served; a cancelled caller leaves at once and blocks nobody. */
export class Queue {
  readonly #nowMs: () => number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(nowMs: () => number, places = 1) {
    this.#nowMs = nowMs;
    this.#free = places;
  }

  /** Always call `done`, also after an error. */
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
