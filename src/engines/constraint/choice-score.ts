/** How likely the model finds each option of a choice, read where the options part. */
const encoder = new TextEncoder();

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.length <= bytes.length && beginning.every((byte, i) => bytes[i] === byte);
}

/** What may come next, and how likely the model finds it. */
export interface Continuation {
  bytes: ArrayLike<number>;
  logprob: number;
}

/**
 * Looks at every step until one tells the options apart. The probability of a token
 * that fits several options (a shared first letter) is shared evenly among them.
 */
export class ChoiceScorer {
  readonly #options: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #written: number[] = [];
  #probabilities: Record<string, number> | null = null;

  constructor(options: readonly string[]) {
    this.#options = [...new Set(options)];
    this.#bytes = this.#options.map((option) => encoder.encode(option));
    const [only, ...others] = this.#options;
    if (only !== undefined && others.length === 0) this.#probabilities = { [only]: 1 };
  }

  /** Null until the deciding token. */
  get probabilities(): Readonly<Record<string, number>> | null {
    return this.#probabilities;
  }

  /** One step: the continuations the constraint allows, and the end where it may end. */
  observe(continuations: Iterable<Continuation>, endLogprob: number | null): void {
    if (this.#probabilities !== null) return;
    const mass = this.#options.map(() => 0);
    let decides = false;
    const share = (fitting: readonly number[], logprob: number) => {
      decides ||= fitting.length > 0 && fitting.length < this.#options.length;
      for (const option of fitting) {
        mass[option] = (mass[option] ?? 0) + Math.exp(logprob) / fitting.length;
      }
    };
    for (const { bytes, logprob } of continuations) share(this.#fitting(bytes), logprob);
    if (endLogprob !== null) share(this.#ending(), endLogprob);
    if (decides) this.#settle(mass);
  }

  accept(bytes: ArrayLike<number>): void {
    if (this.#probabilities === null) this.#written.push(...this.#textBytes(bytes));
  }

  #settle(mass: readonly number[]): void {
    const total = mass.reduce((sum, one) => sum + one, 0);
    // All mass may underflow when the model rules every option out: then it has no preference.
    this.#probabilities = Object.fromEntries(
      this.#options.map((option, i) => [
        option,
        total > 0 ? (mass[i] ?? 0) / total : 1 / this.#options.length,
      ]),
    );
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

  /** The bytes, less the optional space before the output unless an option begins with one. */
  #textBytes(next: ArrayLike<number>): number[] {
    const bytes = Array.from(next);
    const first = this.#written.length === 0 && bytes[0] === 0x20;
    return first && !this.#bytes.some((option) => option[0] === 0x20) ? bytes.slice(1) : bytes;
  }
}
