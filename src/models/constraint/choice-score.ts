const encoder = new TextEncoder();

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.length <= bytes.length && beginning.every((byte, i) => bytes[i] === byte);
}

export interface Continuation {
  bytes: ArrayLike<number>;
  logprob: number;
}

/**
 * Options that drop out share the remaining mass. A token that fits several options is split
 * evenly.
 */
export class ChoiceScorer {
  readonly #options: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #written: number[] = [];
  #probabilities: readonly number[] | null = null;

  constructor(options: readonly string[]) {
    this.#options = [...new Set(options)];
    this.#bytes = this.#options.map((option) => encoder.encode(option));
    if (this.#options.length === 1) this.#probabilities = [1];
  }

  get probabilities(): Readonly<Record<string, number>> | null {
    const told = this.#probabilities;
    return told && Object.fromEntries(this.#options.map((option, i) => [option, told[i] ?? 0]));
  }

  observe(continuations: Iterable<Continuation>, endLogprob: number | null): void {
    const open = this.#indices((bytes) => startsWith(bytes, this.#written));
    if (open.length < 2) return;
    const mass = this.#options.map(() => 0);
    let decides = false;
    const share = (fitting: readonly number[], logprob: number) => {
      decides ||= fitting.length > 0 && fitting.length < open.length;
      for (const option of fitting) {
        mass[option] = (mass[option] ?? 0) + Math.exp(logprob) / fitting.length;
      }
    };
    for (const { bytes, logprob } of continuations) share(this.#fitting(bytes), logprob);
    if (endLogprob !== null) share(this.#ending(), endLogprob);
    if (decides) this.#settle(open, mass);
  }

  accept(bytes: ArrayLike<number>): void {
    this.#written.push(...this.#textBytes(bytes));
  }

  #settle(open: readonly number[], mass: readonly number[]): void {
    const before = this.#probabilities ?? this.#options.map(() => 1 / this.#options.length);
    const sum = (of: readonly number[]) => open.reduce((total, i) => total + (of[i] ?? 0), 0);
    const [left, total] = [sum(before), sum(mass)];
    // All mass may underflow if the model rules every option out.
    const shareOf = (i: number) => (total > 0 ? (mass[i] ?? 0) / total : 1 / open.length);
    this.#probabilities = before.map((one, i) => (open.includes(i) ? left * shareOf(i) : one));
  }

  #fitting(next: ArrayLike<number>): number[] {
    const beginning = [...this.#written, ...this.#textBytes(next)];
    return this.#indices((bytes) => startsWith(bytes, beginning));
  }

  #ending(): number[] {
    return this.#indices(
      (bytes) => bytes.length === this.#written.length && startsWith(bytes, this.#written),
    );
  }

  #indices(fits: (bytes: Uint8Array) => boolean): number[] {
    return this.#bytes.flatMap((bytes, i) => (fits(bytes) ? [i] : []));
  }

  /** Drops an optional leading space. */
  #textBytes(next: ArrayLike<number>): number[] {
    const bytes = Array.from(next);
    const first = this.#written.length === 0 && bytes[0] === 0x20;
    return first && !this.#bytes.some((option) => option[0] === 0x20) ? bytes.slice(1) : bytes;
  }
}
