/**
 * What a constrained output may look like, byte by byte. Bytes and not characters,
 * because a token of a byte-level vocabulary may end in the middle of a character.
 */

/** Returned by `step` when no allowed output goes on with that byte. */
export const REJECTED = -1;

/** A deterministic automaton whose states are small integers. */
export interface ByteAutomaton {
  readonly start: number;
  /** The state after one more byte, or `REJECTED`. */
  step(state: number, byte: number): number;
  /** Whether the output may end here. */
  accepts(state: number): boolean;
}

/** How a state looks inside, and how it moves. `null` is a dead end. */
export interface StateSpace<S> {
  readonly start: S;
  advance(state: S, byte: number): S | null;
  accepts(state: S): boolean;
  /** Equal exactly for states that behave the same. */
  key(state: S): string;
}

const UNKNOWN = -2;

/**
 * Builds the automaton's table only where the generation goes: a span over a long
 * text has thousands of states, of which one answer visits a dozen.
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
