/** Which call fails, and how: every door of a run is counted, and at most one call is made to fail. */

/** A call of one seam, counted from 1 over a whole run of the page, and what becomes of it. */
export interface Fault {
  method: string;
  seam: string;
  index: number;
  kind: string;
}

/** As it is printed, and as `--only` takes it: `coop-llm/idb.put/17/quota`. */
export function nameOf({ method, seam, index, kind }: Fault): string {
  return [method, seam, index, kind].join("/");
}

/** Null where the text names no fault. */
export function faultNamed(name: string): Fault | null {
  const [method, seam, index, kind, ...more] = name.split("/");
  if (method === undefined || seam === undefined || kind === undefined) return null;
  const count = Number(index);
  return more.length === 0 && Number.isInteger(count) && count > 0
    ? { method, seam, index: count, kind }
    : null;
}

/** Counts the calls of every seam while armed, and tells which of them is the one to fail. */
export class FaultPlan {
  readonly counts = new Map<string, number>();
  #fault: Pick<Fault, "seam" | "index" | "kind"> | null = null;
  #armed = false;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];
  /** Called at the very call that fails. */
  onHit: () => void = () => {};
  hit = false;

  /** From here on calls are counted; with null none of them fails. */
  arm(fault: Pick<Fault, "seam" | "index" | "kind"> | null): void {
    this.#fault = fault;
    this.#armed = true;
  }

  /** The kind of failure of this call of the seam; null: it goes as it should. */
  next(seam: string): string | null {
    if (!this.#armed) return null;
    const count = (this.counts.get(seam) ?? 0) + 1;
    this.counts.set(seam, count);
    if (this.#fault === null || this.hit) return null;
    if (this.#fault.seam !== seam || this.#fault.index !== count) return null;
    this.hit = true;
    this.onHit();
    return this.#fault.kind;
  }

  /** The fault is gone: nothing is counted, nothing fails, and what hung goes on. */
  release(): void {
    this.#armed = false;
    this.#isOver = true;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  /** Resolves when the fault is gone. */
  gone(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Calls back when the fault is gone. */
  whenGone(work: () => void): void {
    void this.gone().then(work);
  }
}
