/**
 * Reads the part of EBNF that GBNF (llama.cpp) and XGrammar (web-llm) read alike, so
 * that one grammar string serves every engine:
 *
 *     name ::= alternative | alternative      # comment
 *     "text" with \n \r \t \\ \" \xHH \uHHHH \UHHHHHHHH      [a-z] [^\n]      name
 *     ( … )   element*   element+   element?   element{2}   element{2,}   element{2,4}
 *
 * An empty alternative is written `""`. A rule ends where the next `name ::=` begins.
 * Left recursion is refused.
 */
import { AppError } from "../../log/errors.ts";

export type Element =
  | { kind: "set"; negated: boolean; ranges: readonly (readonly [number, number])[] }
  | { kind: "rule"; rule: number };

export interface Grammar {
  root: number;
  rules: readonly (readonly (readonly Element[])[])[];
}

function grammarError(message: string): AppError {
  return new AppError("generation-failed", { cause: "grammar", message });
}

/** More repeats are almost surely a mistake and would blow up the table. */
const MOST_REPEATS = 1000;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const HEX_ESCAPES: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

class Parser {
  readonly #source: string;
  #at = 0;
  readonly #ruleIds = new Map<string, number>();
  readonly #rules: (Element[][] | null)[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Grammar {
    this.#skip();
    while (this.#at < this.#source.length) {
      const name = this.#name();
      if (name === null || !this.#take("::=")) throw this.#error("expected `name ::=`");
      const id = this.#ruleId(name);
      if (this.#rules[id] !== null) throw this.#error(`rule ${name} is defined twice`);
      this.#rules[id] = this.#alternatives();
    }
    const root = this.#ruleIds.get("root");
    if (root === undefined) throw grammarError("no rule named root");
    return { root, rules: this.#defined() };
  }

  #defined(): Element[][][] {
    const names = [...this.#ruleIds.keys()];
    return this.#rules.map((alternatives, id) => {
      if (alternatives !== null) return alternatives;
      throw grammarError(`rule ${names[id] ?? id} is not defined`);
    });
  }

  #alternatives(): Element[][] {
    const alternatives = [this.#sequence()];
    while (this.#take("|")) alternatives.push(this.#sequence());
    return alternatives;
  }

  #sequence(): Element[] {
    const elements: Element[] = [];
    while (true) {
      const item = this.#item();
      if (item === null) return elements;
      elements.push(...this.#repeated(item));
    }
  }

  #item(): Element[] | null {
    if (this.#take('"', false)) return this.#literal();
    if (this.#take("[", false)) return [this.#set()];
    if (this.#take("(")) {
      const rule = this.#newRule(this.#alternatives());
      if (!this.#take(")")) throw this.#error("expected )");
      return [{ kind: "rule", rule }];
    }
    const start = this.#at;
    const name = this.#name();
    if (name === null) return null;
    if (this.#source.startsWith("::=", this.#at)) {
      this.#at = start;
      return null;
    }
    return [{ kind: "rule", rule: this.#ruleId(name) }];
  }

  #repeated(item: Element[]): Element[] {
    const [least, most] = this.#bounds();
    if (least === 1 && most === 1) return item;
    const copies = Array.from({ length: least }, () => item).flat();
    if (most === null) {
      const rule = this.#newRule([]);
      this.#rules[rule] = [[...item, { kind: "rule", rule }], []];
      return [...copies, { kind: "rule", rule }];
    }
    // x{0,3} is (x (x (x)?)?)?.
    let optional: Element[] = [];
    for (let copy = least; copy < most; copy++) {
      optional = [{ kind: "rule", rule: this.#newRule([[...item, ...optional], []]) }];
    }
    return [...copies, ...optional];
  }

  #bounds(): [number, number | null] {
    if (this.#take("*")) return [0, null];
    if (this.#take("+")) return [1, null];
    if (this.#take("?")) return [0, 1];
    const braces = /^\{\s*(\d+)\s*(,\s*(\d*)\s*)?\}/.exec(this.#source.slice(this.#at));
    if (braces === null) return [1, 1];
    this.#at += braces[0].length;
    this.#skip();
    const least = Number(braces[1]);
    const most = braces[2] === undefined ? least : braces[3] === "" ? null : Number(braces[3]);
    if (Math.max(least, most ?? 0) > MOST_REPEATS || (most ?? least) < least) {
      throw this.#error(`bad repetition ${braces[0]}`);
    }
    return [least, most];
  }

  #literal(): Element[] {
    const elements: Element[] = [];
    while (!this.#take('"')) {
      const point = this.#codePoint();
      elements.push({ kind: "set", negated: false, ranges: [[point, point]] });
    }
    return elements;
  }

  #set(): Element {
    const negated = this.#take("^", false);
    const ranges: [number, number][] = [];
    while (!this.#take("]")) {
      const low = this.#codePoint();
      const isRange = this.#source[this.#at] === "-" && this.#source[this.#at + 1] !== "]";
      if (isRange) this.#at += 1;
      ranges.push([low, isRange ? this.#codePoint() : low]);
    }
    return { kind: "set", negated, ranges };
  }

  #codePoint(): number {
    const point = this.#source.codePointAt(this.#at);
    if (point === undefined) throw this.#error("the grammar ends inside a literal or set");
    const character = String.fromCodePoint(point);
    this.#at += character.length;
    return character === "\\" ? this.#escaped() : point;
  }

  #escaped(): number {
    const character = this.#source[this.#at] ?? "";
    this.#at += 1;
    const digits = HEX_ESCAPES[character];
    if (digits === undefined) return (ESCAPES[character] ?? character).codePointAt(0) ?? 0;
    const hex = this.#source.slice(this.#at, this.#at + digits);
    if (!/^[0-9A-Fa-f]+$/.test(hex) || hex.length < digits) throw this.#error("bad escape");
    this.#at += digits;
    return Number.parseInt(hex, 16);
  }

  #name(): string | null {
    const name = /^[A-Za-z_][\w.-]*/.exec(this.#source.slice(this.#at))?.[0] ?? null;
    if (name === null) return null;
    this.#at += name.length;
    this.#skip();
    return name;
  }

  #take(text: string, thenSkip = true): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    if (thenSkip) this.#skip();
    return true;
  }

  #skip(): void {
    const skipped = /^(?:\s+|#[^\n]*)*/.exec(this.#source.slice(this.#at));
    this.#at += skipped?.[0].length ?? 0;
  }

  #ruleId(name: string): number {
    const known = this.#ruleIds.get(name);
    if (known !== undefined) return known;
    const id = this.#rules.push(null) - 1;
    this.#ruleIds.set(name, id);
    return id;
  }

  #newRule(alternatives: Element[][]): number {
    return this.#rules.push(alternatives) - 1;
  }

  #error(message: string): AppError {
    return grammarError(`${message} at ${this.#at}`);
  }
}

function nullableRules({ rules }: Grammar): Set<number> {
  const nullable = new Set<number>();
  const isNullable = (element: Element) => element.kind === "rule" && nullable.has(element.rule);
  for (let before = -1; before < nullable.size; ) {
    before = nullable.size;
    rules.forEach((alternatives, rule) => {
      if (alternatives.some((elements) => elements.every(isNullable))) nullable.add(rule);
    });
  }
  return nullable;
}

function refuseLeftRecursion(grammar: Grammar): void {
  const nullable = nullableRules(grammar);
  const firstRules = grammar.rules.map((alternatives) =>
    alternatives.flatMap((elements) => {
      const solid = elements.findIndex((e) => e.kind === "set" || !nullable.has(e.rule));
      const reach = solid === -1 ? elements : elements.slice(0, solid + 1);
      return reach.flatMap((element) => (element.kind === "rule" ? [element.rule] : []));
    }),
  );
  const entering = new Set<number>();
  const finished = new Set<number>();
  const enter = (rule: number) => {
    if (finished.has(rule)) return;
    if (entering.has(rule)) throw grammarError("left recursion");
    entering.add(rule);
    firstRules[rule]?.forEach(enter);
    entering.delete(rule);
    finished.add(rule);
  };
  grammar.rules.forEach((_, rule) => {
    enter(rule);
  });
}

/** Throws AppError with reason and position. */
export function parseGrammar(source: string): Grammar {
  const grammar = new Parser(source).parse();
  refuseLeftRecursion(grammar);
  return grammar;
}
