/** Works on bytes, because a token of a byte-level vocabulary may end inside a character. */

/** No allowed output continues with that byte. */
export const REJECTED = -1;

export interface ByteAutomaton {
  readonly start: number;
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
}

/** `null` is a dead end. */
export interface StateSpace<S> {
  readonly start: S;
  advance(state: S, byte: number): S | null;
  accepts(state: S): boolean;
  /** Equal if and only if the states behave the same. */
  key(state: S): string;
}

const UNKNOWN = -2;

/**
 * Builds states only along the generated path: a span over a long text has thousands, an answer
 * visits a dozen.
 */
export class LazyAutomaton<S> implements ByteAutomaton {
  readonly start = 0;
  readonly #space: StateSpace<S>;
  readonly #ids = new Map<string, number>();
  readonly #states: S[] = [];
  readonly #rows: Int32Array[] = [];

  constructor(space: StateSpace<S>) {
    this.#space = space;
    this.#intern(space.start);
  }

  step(state: number, byte: number): number {
    const row = this.#rows[state];
    if (row === undefined) return REJECTED;
    const known = row[byte] ?? REJECTED;
    if (known !== UNKNOWN) return known;
    const inside = this.#states[state];
    const next = inside === undefined ? null : this.#space.advance(inside, byte);
    const id = next === null ? REJECTED : this.#intern(next);
    row[byte] = id;
    return id;
  }

  accepts(state: number): boolean {
    const inside = this.#states[state];
    return inside !== undefined && this.#space.accepts(inside);
  }

  #intern(state: S): number {
    const key = this.#space.key(state);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#states.length;
    this.#ids.set(key, id);
    this.#states.push(state);
    this.#rows.push(new Int32Array(256).fill(UNKNOWN));
    return id;
  }
}
