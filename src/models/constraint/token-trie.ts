import { type ByteAutomaton, REJECTED } from "./automaton.ts";

const NONE = -1;

/** Walks trie and automaton together, so the cost depends on the constraint, not the vocabulary. */
export class TokenTrie {
  readonly #bytes: readonly (Uint8Array | null)[];
  // Flat arrays: a vocabulary makes about a hundred thousand nodes.
  readonly #byte: number[] = [0];
  readonly #firstChild: number[] = [NONE];
  readonly #nextSibling: number[] = [NONE];
  readonly #token: number[] = [NONE];
  /** Each is chained from the first token with the same bytes. */
  readonly #sameBytes = new Map<number, number>();

  constructor(bytes: readonly (Uint8Array | null)[]) {
    this.#bytes = bytes;
    bytes.forEach((spelling, id) => {
      if (spelling !== null && spelling.length > 0) this.#insert(spelling, id);
    });
  }

  get vocabularySize(): number {
    return this.#bytes.length;
  }

  bytesOf(token: number): Uint8Array | null {
    return this.#bytes[token] ?? null;
  }

  beginningWith(start: Uint8Array): number[] {
    if (start.length === 0) return [];
    return this.#bytes.flatMap((spelling, id) =>
      spelling !== null && start.every((byte, at) => spelling[at] === byte) ? [id] : [],
    );
  }

  follow(automaton: ByteAutomaton, state: number, token: number): number {
    const bytes = this.bytesOf(token);
    if (bytes === null) return REJECTED;
    let next = state;
    for (const byte of bytes) {
      next = automaton.step(next, byte);
      if (next === REJECTED) return REJECTED;
    }
    return next;
  }

  allowed(automaton: ByteAutomaton, state: number): Int32Array {
    const found: number[] = [];
    const nodes: number[] = [0];
    const states: number[] = [state];
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      const here = states.pop() ?? REJECTED;
      let child = this.#firstChild[node] ?? NONE;
      while (child !== NONE) {
        const next = automaton.step(here, this.#byte[child] ?? 0);
        if (next !== REJECTED) {
          this.#collect(child, found);
          nodes.push(child);
          states.push(next);
        }
        child = this.#nextSibling[child] ?? NONE;
      }
    }
    return Int32Array.from(found);
  }

  #collect(node: number, found: number[]): void {
    let token: number | undefined = this.#token[node] ?? NONE;
    while (token !== undefined && token !== NONE) {
      found.push(token);
      token = this.#sameBytes.get(token);
    }
  }

  #insert(bytes: Uint8Array, id: number): void {
    let node = 0;
    for (const byte of bytes) node = this.#childOrNew(node, byte);
    const earlier = this.#token[node] ?? NONE;
    if (earlier !== NONE) this.#sameBytes.set(id, earlier);
    this.#token[node] = id;
  }

  #childOrNew(node: number, byte: number): number {
    let child = this.#firstChild[node] ?? NONE;
    while (child !== NONE) {
      if (this.#byte[child] === byte) return child;
      child = this.#nextSibling[child] ?? NONE;
    }
    const made = this.#byte.length;
    this.#byte.push(byte);
    this.#firstChild.push(NONE);
    this.#nextSibling.push(this.#firstChild[node] ?? NONE);
    this.#token.push(NONE);
    this.#firstChild[node] = made;
    return made;
  }
}
