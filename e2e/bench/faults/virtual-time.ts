/**
 * Advances only when no work is left: an hour of silence is instant, and runs are deterministic.
 */

interface Timer {
  id: number;
  atMs: number;
  everyMs: number | null;
  work: () => void;
}

interface Real {
  setTimeout: typeof setTimeout;
  clearTimeout: typeof clearTimeout;
  setInterval: typeof setInterval;
  clearInterval: typeof clearInterval;
  setImmediate: typeof setImmediate;
  now: () => number;
  scheduler: PropertyDescriptor | undefined;
}

/** After so many idle turns of the event loop, the page counts as idle. */
const idleTurns = 4;
/** More turns, because a module may still be loading from disk. */
const surelyIdleTurns = 40;
const longWaitMs = 400;
/** Real milliseconds to wait for such a module. */
const patienceMs = 5_000;

export class VirtualTime {
  #nowMs = 0;
  #timers = new Map<number, Timer>();
  #nextId = 1;
  #immediates = 0;
  #ports = 0;
  #real: Real | null = null;
  isPatient = false;
  readonly #onThrown: (thrown: unknown) => void;

  /** A page would report the errors in `onThrown` as uncaught. */
  constructor(onThrown: (thrown: unknown) => void) {
    this.#onThrown = onThrown;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  install(): void {
    if (this.#real !== null) return;
    const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;
    const now = performance.now.bind(performance);
    const scheduler = Object.getOwnPropertyDescriptor(globalThis, "scheduler");
    const own = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
    this.#real = { ...own, now, scheduler };
    const clear = (id: unknown) => void this.#timers.delete(Number(id));
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0, ...given: []) =>
        this.#add(() => work(...given), ms, null),
      clearTimeout: clear,
      setInterval: (work: () => void, ms = 0, ...given: []) =>
        this.#add(() => work(...given), ms, Math.max(1, ms)),
      clearInterval: clear,
      setImmediate: (work: (...given: unknown[]) => void, ...given: unknown[]) => {
        this.#immediates += 1;
        const task = () => {
          // Tasks wait while a module loads, so that this takes no virtual time.
          if (this.#isLoading()) return void setImmediate(task);
          this.#immediates -= 1;
          this.#safely(() => work(...given));
        };
        return setImmediate(task);
      },
    });
    performance.now = () => this.#nowMs;
    this.#ports = openPorts();
    const yieldTask = () => new Promise<void>((resolve) => globalThis.setImmediate(resolve));
    Object.defineProperty(globalThis, "scheduler", {
      configurable: true,
      value: { yield: yieldTask },
    });
  }

  uninstall(): void {
    if (this.#real === null) return;
    const { now, scheduler, ...own } = this.#real;
    Object.assign(globalThis, own);
    performance.now = now;
    if (scheduler === undefined) Reflect.deleteProperty(globalThis, "scheduler");
    else Object.defineProperty(globalThis, "scheduler", scheduler);
    this.#real = null;
    this.#timers.clear();
  }

  clear(): void {
    this.#timers.clear();
  }

  /** Rethrows the error of `work`. */
  async settles(work: Promise<unknown>, limitMs: number): Promise<boolean> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    work.then(done, done);
    const endMs = this.#nowMs + limitMs;
    const realEndMs = this.#realNowMs() + (this.isPatient ? patienceMs : 0);
    while (!settled) {
      if (await this.#step(endMs, () => settled)) continue;
      if (this.#realNowMs() >= realEndMs) break;
      await new Promise<void>((resolve) => void this.#real?.setTimeout(resolve, 5));
    }
    if (settled) await work;
    return settled;
  }

  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    while (await this.#step(endMs, () => false));
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  /** False if no timer is due before `endMs`. */
  async #step(endMs: number, isOver: () => boolean): Promise<boolean> {
    await this.#untilIdle(idleTurns, isOver);
    if (isOver()) return true;
    let next = this.#next();
    if (next === null || next.atMs - this.#nowMs > longWaitMs) {
      await this.#untilIdle(surelyIdleTurns, isOver);
      if (isOver()) return true;
      next = this.#next();
    }
    if (next === null || next.atMs > endMs) return false;
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    if (next.everyMs === null) this.#timers.delete(next.id);
    else next.atMs += next.everyMs;
    this.#safely(next.work);
    return true;
  }

  async #untilIdle(turns: number, isOver: () => boolean): Promise<void> {
    const turn = this.#real?.setImmediate ?? setImmediate;
    for (let idle = 0; idle < turns && !isOver(); ) {
      const busy = this.#isBusy();
      await new Promise<void>((resolve) => void turn(resolve));
      idle = busy || this.#isBusy() ? 0 : idle + 1;
    }
  }

  #isBusy(): boolean {
    return this.#immediates > 0 || this.#isLoading();
  }

  /** A loader thread, such as tsx's, is resolving a module. */
  #isLoading(): boolean {
    return openPorts() > this.#ports;
  }

  #realNowMs(): number {
    return this.#real?.now() ?? 0;
  }

  #next(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers.values()) {
      if (next === null || timer.atMs < next.atMs) next = timer;
    }
    return next;
  }

  #add(work: () => void, ms: number, everyMs: number | null): number {
    const id = this.#nextId++;
    const delayMs = Number.isFinite(ms) ? Math.max(0, ms) : 0;
    this.#timers.set(id, { id, atMs: this.#nowMs + delayMs, everyMs, work });
    return id;
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#onThrown(thrown);
    }
  }
}

function openPorts(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
}
