/** How likely the model finds each option of a choice, read where the options part. */
import type { TokenTrie } from "./token-trie.ts";

const encoder = new TextEncoder();

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.length <= bytes.length && beginning.every((byte, i) => bytes[i] === byte);
}

/** A step of the generation as the scorer sees it. */
export interface ScoredStep {
  /** Tokens the constraint allows. */
  allowed: Int32Array;
  /** The model's log-probability of a token, before the constraint. */
  logprobOf: (token: number) => number;
  /** Log-probability of ending here, or null where the output may not end. */
  endLogprob: number | null;
}

/**
 * Looks at every step until one tells the options apart. The probability of a token
 * that fits several options (a shared first letter) is shared evenly among them.
 */
export class ChoiceScorer {
  readonly #options: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #trie: TokenTrie;
  readonly #written: number[] = [];
  #probabilities: Record<string, number> | null = null;

  constructor(options: readonly string[], trie: TokenTrie) {
    this.#options = [...new Set(options)];
    this.#bytes = this.#options.map((option) => encoder.encode(option));
    this.#trie = trie;
    const [only, ...others] = this.#options;
    if (only !== undefined && others.length === 0) this.#probabilities = { [only]: 1 };
  }

  /** Null until the deciding token. */
  get probabilities(): Readonly<Record<string, number>> | null {
    return this.#probabilities;
  }

  observe(step: ScoredStep): void {
    if (this.#probabilities !== null) return;
    const mass = this.#options.map(() => 0);
    let decides = false;
    const share = (fitting: readonly number[], logprob: number) => {
      decides ||= fitting.length < this.#options.length;
      for (const option of fitting) {
        mass[option] = (mass[option] ?? 0) + Math.exp(logprob) / fitting.length;
      }
    };
    for (const token of step.allowed) share(this.#fitting(token), step.logprobOf(token));
    if (step.endLogprob !== null) share(this.#ending(), step.endLogprob);
    if (decides) this.#settle(mass);
  }

  accept(token: number): void {
    if (this.#probabilities === null) this.#written.push(...this.#textBytes(token));
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

  #fitting(token: number): number[] {
    const beginning = [...this.#written, ...this.#textBytes(token)];
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

  /** The token's bytes, less the optional space before the output unless an option begins with one. */
  #textBytes(token: number): number[] {
    const bytes = [...(this.#trie.bytesOf(token) ?? [])];
    const first = this.#written.length === 0 && bytes[0] === 0x20;
    return first && !this.#bytes.some((option) => option[0] === 0x20) ? bytes.slice(1) : bytes;
  }
}
