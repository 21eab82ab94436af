/** Counts a run's calls and lets at most one fail. */

/** Calls are counted from 1 over a page run. */
export interface Fault {
  method: string;
  seam: string;
  index: number;
  kind: string;
}

/** For example `coop-llm/idb.put/17/quota`, as `--only` takes it. */
export function nameOf({ method, seam, index, kind }: Fault): string {
  return [method, seam, index, kind].join("/");
}

export function faultNamed(name: string): Fault | null {
  const [method, seam, index, kind, ...more] = name.split("/");
  if (method === undefined || seam === undefined || kind === undefined) return null;
  const count = Number(index);
  return more.length === 0 && Number.isInteger(count) && count > 0
    ? { method, seam, index: count, kind }
    : null;
}

export class FaultPlan {
  readonly counts = new Map<string, number>();
  #fault: Pick<Fault, "seam" | "index" | "kind"> | null = null;
  #armed = false;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];
  onHit: () => void = () => {};
  hit = false;

  arm(fault: Pick<Fault, "seam" | "index" | "kind"> | null): void {
    this.#fault = fault;
    this.#armed = true;
  }

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

  /** Releases the calls that hang. */
  release(): void {
    this.#armed = false;
    this.#isOver = true;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  gone(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  whenGone(work: () => void): void {
    void this.gone().then(work);
  }
}
