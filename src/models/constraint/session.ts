import type { Constraint } from "../../runtime/ports.ts";
import { type ByteAutomaton, REJECTED } from "./automaton.ts";
import { choiceAutomaton, spanAutomaton } from "./candidates.ts";
import { grammarAutomaton } from "./grammar.ts";
import { jsonGrammar } from "./json-grammar.ts";
import type { TokenTrie } from "./token-trie.ts";

const SPACE = 0x20;

/**
 * After a prefix such as "Answer:" the natural next token is " Paris", whose space is not part of
 * the output.
 */
function afterOptionalSpace(inner: ByteAutomaton): ByteAutomaton {
  const shifted = (state: number) => (state === REJECTED ? REJECTED : state + 1);
  return {
    start: 0,
    step(state, byte) {
      if (state > 0) return shifted(inner.step(state - 1, byte));
      const direct = inner.step(inner.start, byte);
      return direct === REJECTED && byte === SPACE ? shifted(inner.start) : shifted(direct);
    },
    accepts: (state) => inner.accepts(state === 0 ? inner.start : state - 1),
  };
}

function automatonFor(constraint: Constraint): ByteAutomaton {
  switch (constraint.kind) {
    case "choice":
      return choiceAutomaton(constraint.options);
    case "span":
      return spanAutomaton(constraint.texts, constraint.alternatives, constraint.maxWords);
    case "grammar":
      return grammarAutomaton(constraint.grammar);
    case "json":
      return grammarAutomaton(jsonGrammar(constraint.shape));
  }
}

export function satisfies(constraint: Constraint, text: string): boolean {
  const automaton = automatonFor(constraint);
  let state = automaton.start;
  for (const byte of new TextEncoder().encode(text)) {
    state = automaton.step(state, byte);
    if (state === REJECTED) return false;
  }
  return automaton.accepts(state);
}

export class ConstraintSession {
  readonly #trie: TokenTrie;
  readonly #automaton: ByteAutomaton;
  readonly #allowed = new Map<number, Int32Array>();
  #state: number;

  constructor(constraint: Constraint, trie: TokenTrie, options: { leadingSpace: boolean }) {
    const automaton = automatonFor(constraint);
    this.#automaton = options.leadingSpace ? afterOptionalSpace(automaton) : automaton;
    this.#trie = trie;
    this.#state = this.#automaton.start;
  }

  /** Excludes the end token; see `mayEnd`. */
  allowed(): Int32Array {
    const known = this.#allowed.get(this.#state);
    if (known !== undefined) return known;
    const found = this.#trie.allowed(this.#automaton, this.#state);
    this.#allowed.set(this.#state, found);
    return found;
  }

  mayEnd(): boolean {
    return this.#automaton.accepts(this.#state);
  }

  /** True if nothing can follow: skipping the end token saves a model step. */
  mustEnd(): boolean {
    return this.allowed().length === 0;
  }

  accept(token: number): void {
    this.#state = this.#trie.follow(this.#automaton, this.#state, token);
  }
}
