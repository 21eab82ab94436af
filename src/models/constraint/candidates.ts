import { type ByteAutomaton, LazyAutomaton, type StateSpace } from "./automaton.ts";

const encoder = new TextEncoder();

interface Candidate {
  bytes: Uint8Array;
  endsAfter: ReadonlySet<number>;
}

/** All live candidates match in the first `length` bytes. */
interface Matched {
  length: number;
  alive: readonly number[];
}

class CandidateSpace implements StateSpace<Matched> {
  readonly start: Matched;
  readonly #candidates: readonly Candidate[];

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
    this.start = { length: 0, alive: candidates.map((_, index) => index) };
  }

  advance(state: Matched, byte: number): Matched | null {
    const alive = state.alive.filter(
      (index) => this.#candidates[index]?.bytes[state.length] === byte,
    );
    return alive.length === 0 ? null : { length: state.length + 1, alive };
  }

  accepts(state: Matched): boolean {
    return state.alive.some((index) => this.#candidates[index]?.endsAfter.has(state.length));
  }

  key(state: Matched): string {
    return `${state.length}:${state.alive.join(",")}`;
  }
}

function whole(text: string): Candidate {
  const bytes = encoder.encode(text);
  return { bytes, endsAfter: new Set([bytes.length]) };
}

export function choiceAutomaton(options: readonly string[]): ByteAutomaton {
  return new LazyAutomaton(new CandidateSpace(options.map(whole)));
}

/**
 * "twenty-two", "O'Neil", "1,234.5", "U.S.", "$5" and "12%" are one word each, as a person would
 * copy them.
 */
const WORD =
  /(?:\p{L}\.){2,}|(?:(?<=^|\s)[+\-−])?[$€£¥]?[\p{L}\p{M}\p{N}]+(?:(?:['’&/]|-(?=\p{L})|[.,:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*[%°]?/gu;

interface Word {
  start: number;
  end: number;
}

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function flatten(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Each start has its first word, then each further word with the text before it. */
export function spanWords(text: string, maxWords: number): string[][] {
  const flat = flatten(text);
  const words = wordsOf(flat);
  return words.map((first, index) => {
    let from = first.start;
    return words.slice(index, index + maxWords).map(({ end }) => {
      const piece = flat.slice(from, end);
      from = end;
      return piece;
    });
  });
}

function spanCandidates(text: string, maxWords: number): Candidate[] {
  const flat = flatten(text);
  const bytes = encoder.encode(flat);
  let atCharacter = 0;
  let atByte = 0;
  const byteOf = (character: number) => {
    atByte += encoder.encode(flat.slice(atCharacter, character)).length;
    atCharacter = character;
    return atByte;
  };
  const words = wordsOf(flat).map(({ start, end }) => ({ start: byteOf(start), end: byteOf(end) }));
  return words.map(({ start }, index) => {
    const ends = words.slice(index, index + maxWords).map(({ end }) => end - start);
    return { bytes: bytes.subarray(start, start + (ends.at(-1) ?? 0)), endsAfter: new Set(ends) };
  });
}

/**
 * Accepts up to `maxWords` consecutive words, or an alternative. White space becomes one space:
 * line breaks in a passage mean nothing.
 */
export function spanAutomaton(
  texts: readonly string[],
  alternatives: readonly string[],
  maxWords: number,
): ByteAutomaton {
  const spans = maxWords > 0 ? texts.flatMap((text) => spanCandidates(text, maxWords)) : [];
  const candidates = [...spans, ...alternatives.map(whole)];
  return new LazyAutomaton(new CandidateSpace(candidates));
}
