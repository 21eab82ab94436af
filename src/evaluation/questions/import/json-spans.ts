/**
 * Locates values without parsing, so that a broken row does not spoil the rest and one row is
 * parsed at a time.
 */

export interface Span {
  start: number;
  /** Exclusive. */
  end: number;
  whole: boolean;
}

export interface Member {
  key: string;
  value: Span;
}

export class JsonSpans {
  readonly text: string;
  /** Caches `to`, the first line break (or the end) from `from` on. */
  #unbroken = { from: 0, to: -1 };
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Line of an offset, from 1. Fast for rising offsets. */
  lineAt(offset: number): number {
    if (offset < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
    }
    for (;;) {
      const lineBreak = this.#breakAfter(this.#lineStart);
      if (lineBreak >= offset) return this.#line;
      this.#line += 1;
      this.#lineStart = lineBreak + 1;
    }
  }

  skipSpace(from: number): number {
    let at = from;
    while (at < this.text.length && isSpace(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  /**
   * If the text was cut off, the last value is incomplete (empty if only the array is unclosed).
   */
  *elements(start: number): Generator<Span> {
    let at = this.skipSpace(start + 1);
    while (this.text[at] !== "]") {
      if (this.text[at] === ",") {
        at = this.skipSpace(at + 1);
        continue;
      }
      const span = this.valueAt(at);
      yield span;
      if (!span.whole) return;
      at = this.skipSpace(span.end);
    }
  }

  *members(start: number): Generator<Member> {
    let at = this.skipSpace(start + 1);
    while (this.text[at] === '"') {
      const key = this.valueAt(at);
      const colon = this.skipSpace(key.end);
      if (!key.whole || this.text[colon] !== ":") return;
      const value = this.valueAt(this.skipSpace(colon + 1));
      yield { key: this.text.slice(key.start + 1, key.end - 1), value };
      if (!value.whole) return;
      at = this.skipSpace(value.end);
      if (this.text[at] === ",") at = this.skipSpace(at + 1);
    }
  }

  /**
   * An unclosed entry ends at the next key with the same indentation. The last one may be cut off,
   * or nameless if its key is unreadable.
   */
  *entries(start: number, until: number = this.text.length): Generator<Member> {
    // Unclosed before `until`: broken there; unclosed in the text: cut off.
    const last = until < this.text.length ? until : null;
    let at = this.skipSpace(start + 1);
    for (let broken = 0; this.text[at] === '"' && at < until; ) {
      const key = this.valueAt(at);
      const colon = this.skipSpace(key.end);
      if (!key.whole || this.text[colon] !== ":") break;
      const value = this.valueAt(this.skipSpace(colon + 1));
      const name = this.text.slice(key.start + 1, key.end - 1);
      let { end } = value;
      if (!value.whole) {
        broken += 1;
        const next = (broken > maxBroken ? null : this.#nextKey(at, until)) ?? last;
        if (next === null) {
          yield { key: name, value };
          return;
        }
        end = next;
      }
      yield { key: name, value: { start: value.start, end, whole: true } };
      at = this.skipSpace(end);
      if (this.text[at] === ",") at = this.skipSpace(at + 1);
    }
    if (this.text[at] === "}" || (last !== null && at >= last)) return;
    yield { key: "", value: { start: at, end: this.text.length, whole: false } };
  }

  /** Null if `from` does not start a line. */
  #nextKey(from: number, until: number): number | null {
    const lineStart = this.text.lastIndexOf("\n", from) + 1;
    if (this.skipSpace(lineStart) !== from) return null;
    const next = this.text.indexOf(`\n${this.text.slice(lineStart, from)}"`, from);
    return next === -1 || next >= until ? null : next;
  }

  valueAt(start: number): Span {
    const { text } = this;
    if (start >= text.length) return { start, end: start, whole: false };
    const first = text[start];
    if (first === '"') return this.#spanTo(start, this.#stringEnd(start));
    if (first === "{" || first === "[") return this.#spanTo(start, this.#bracketEnd(start));
    let end = start + 1;
    while (end < text.length && !endsScalar(text.charCodeAt(end))) end += 1;
    return { start, end, whole: true };
  }

  #spanTo(start: number, end: number | null): Span {
    return { start, end: end ?? this.text.length, whole: end !== null };
  }

  #bracketEnd(start: number): number | null {
    const { text } = this;
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        const end = this.#stringEnd(at);
        if (end === null) return null;
        if (text[end] === "\n" && text[end - 1] !== '"') return this.#nextSibling(start, end);
        at = end - 1;
      } else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return null;
  }

  /** Finds the line after a value broken at `from` that begins like the line of `start`. */
  #nextSibling(start: number, from: number): number | null {
    const lineStart = this.text.lastIndexOf("\n", start) + 1;
    const indent = this.text.slice(lineStart, Math.min(start, this.skipSpace(lineStart)));
    const next = this.text.indexOf(`\n${indent}${this.text[start]}`, from);
    return next === -1 ? null : next;
  }

  /** JSON strings hold no line break, so a broken one ends there. */
  #stringEnd(start: number): number | null {
    const { text } = this;
    let at = start;
    do {
      at = text.indexOf('"', at + 1);
      if (at === -1) break;
    } while (isEscaped(text, at));
    const lineBreak = this.#breakAfter(start);
    if (at === -1) return lineBreak < text.length ? lineBreak : null;
    return Math.min(at + 1, lineBreak);
  }

  #breakAfter(from: number): number {
    if (from < this.#unbroken.from || from > this.#unbroken.to) {
      const next = this.text.indexOf("\n", from);
      this.#unbroken = { from, to: next === -1 ? this.text.length : next };
    }
    return this.#unbroken.to;
  }
}

/** Each unclosed entry searches to the end of the text. */
const maxBroken = 100;

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const backslash = 0x5c;

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isSpace(code);
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
