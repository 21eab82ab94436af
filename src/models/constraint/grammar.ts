/**
 * XGrammar (0.1.27) is not used: it cannot be imported outside a page, needs `eval`, and adds 395
 * KB.
 */
import { type ByteAutomaton, LazyAutomaton, type StateSpace } from "./automaton.ts";
import { type Element, type Grammar, parseGrammar } from "./grammar-parse.ts";

/** Index into the flat program, whose end is a return. */
type Place = number;

/** The next place comes last; [] is a finished grammar. */
type Stack = readonly Place[];

interface PartialCharacter {
  value: number;
  missing: number;
  /** A smaller code point would be overlong, which is invalid UTF-8. */
  least: number;
}

interface Position {
  stacks: readonly Stack[];
  partial: PartialCharacter | null;
}

const RETURN = null;
const LARGEST = 0x10ffff;

function flatten({ rules }: Grammar): { program: (Element | null)[]; starts: Place[][] } {
  const program: (Element | null)[] = [];
  const starts = rules.map((alternatives) =>
    alternatives.map((elements) => program.push(...elements, RETURN) - elements.length - 1),
  );
  return { program, starts };
}

function meets(set: Element & { kind: "set" }, low: number, high: number): boolean {
  if (!set.negated) return set.ranges.some(([from, to]) => from <= high && low <= to);
  if (low < high) return true;
  return !set.ranges.some(([from, to]) => from <= low && low <= to);
}

function leading(byte: number): PartialCharacter | null {
  if (byte < 0x80) return { value: byte, missing: 0, least: 0 };
  if (byte >= 0xc2 && byte < 0xe0) return { value: byte & 0x1f, missing: 1, least: 0x80 };
  if (byte >= 0xe0 && byte < 0xf0) return { value: byte & 0x0f, missing: 2, least: 0x800 };
  if (byte >= 0xf0 && byte < 0xf5) return { value: byte & 0x07, missing: 3, least: 0x10000 };
  return null;
}

function following(
  { value, missing, least }: PartialCharacter,
  byte: number,
): PartialCharacter | null {
  if (byte < 0x80 || byte >= 0xc0) return null;
  return { value: (value << 6) | (byte & 0x3f), missing: missing - 1, least };
}

function reach({ value, missing, least }: PartialCharacter): [number, number] {
  const shift = 6 * missing;
  return [Math.max(value << shift, least), Math.min(((value + 1) << shift) - 1, LARGEST)];
}

class GrammarSpace implements StateSpace<Position> {
  readonly start: Position;
  readonly #program: readonly (Element | null)[];
  readonly #starts: readonly (readonly Place[])[];

  constructor(grammar: Grammar) {
    const { program, starts } = flatten(grammar);
    this.#program = program;
    this.#starts = starts;
    const roots = starts[grammar.root] ?? [];
    this.start = { stacks: this.#expandAll(roots.map((place) => [place])), partial: null };
  }

  advance({ stacks, partial }: Position, byte: number): Position | null {
    const character = partial === null ? leading(byte) : following(partial, byte);
    if (character === null) return null;
    const [low, high] = reach(character);
    if (low > high) return null;
    const matching = stacks.filter((stack) => this.#admits(stack, low, high));
    if (matching.length === 0) return null;
    if (character.missing > 0) return { stacks: matching, partial: character };
    const moved = matching.map((stack) => [...stack.slice(0, -1), (stack.at(-1) ?? 0) + 1]);
    return { stacks: this.#expandAll(moved), partial: null };
  }

  accepts({ stacks, partial }: Position): boolean {
    return partial === null && stacks.some((stack) => stack.length === 0);
  }

  key({ stacks, partial }: Position): string {
    const places = stacks.map((stack) => stack.join(",")).sort();
    return `${partial === null ? "" : `${partial.value}+${partial.missing}>${partial.least}`}|${places.join(";")}`;
  }

  #admits(stack: Stack, low: number, high: number): boolean {
    const top = stack.at(-1);
    const element = top === undefined ? undefined : this.#program[top];
    return element?.kind === "set" && meets(element, low, high);
  }

  /** Expands until every stack waits for a character. */
  #expandAll(stacks: readonly Stack[]): Stack[] {
    const waiting = new Map<string, Stack>();
    const seen = new Set<string>();
    const open = [...stacks];
    for (let stack = open.pop(); stack !== undefined; stack = open.pop()) {
      const key = stack.join(",");
      if (seen.has(key)) continue;
      seen.add(key);
      const next = this.#expand(stack);
      if (next === null) waiting.set(key, stack);
      else open.push(...next);
    }
    return [...waiting.values()];
  }

  #expand(stack: Stack): Stack[] | null {
    const top = stack.at(-1);
    if (top === undefined) return null;
    const below = stack.slice(0, -1);
    const element = this.#program[top];
    if (element === RETURN || element === undefined) return [below];
    if (element.kind === "set") return null;
    // No return follows the last element: stacks of repetitions stay short, states few.
    const last = this.#program[top + 1] === RETURN;
    const base = last ? below : [...below, top + 1];
    return (this.#starts[element.rule] ?? []).map((place) => [...base, place]);
  }
}

const compiled = new Map<string, ByteAutomaton>();
const MOST_COMPILED = 32;

export function grammarAutomaton(source: string): ByteAutomaton {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const automaton = new LazyAutomaton(new GrammarSpace(parseGrammar(source)));
  compiled.set(source, automaton);
  return automaton;
}
