/** Cuts a document into passages of about a hundred words, with their locations. */
import type { ParsedDocument, Section } from "./document.ts";

/** Positions are characters of the document's text; `to` is exclusive. */
export interface Chunk {
  from: number;
  /** The text after the heading, which is read and searched. */
  body: number;
  to: number;
  /** Outermost first; [] before the first. */
  headings: string[];
  /** First and last page, from 1. */
  page: number | null;
  lastPage: number | null;
  row: number | null;
}

interface Piece {
  from: number;
  to: number;
  weight: number;
}

/** In words of six Latin letters. */
const aim = 105;
export const maxWeight = 125;

/**
 * Every character is in exactly one passage, unless all is white space. Passages cross pages, but
 * not headings or rows.
 */
export function chunksOf(document: ParsedDocument): Chunk[] {
  const { text, sections } = document;
  const chunks = sections.flatMap((section, index) => {
    const to = sections[index + 1]?.from ?? text.length;
    return rangesOf(text, section, to).map((range) => ({ ...range, section }));
  });
  return withoutBlank(chunks, text).map(({ from, to, section }) => ({
    from,
    to,
    body: bodyFrom(text, Math.max(from, section.bodyFrom), to) ?? from,
    headings: [...section.headings],
    page: pageOf(document, firstLetter(text, Math.max(from, section.bodyFrom))),
    lastPage: pageOf(document, from + text.slice(from, to).trimEnd().length - 1),
    row: section.row,
  }));
}

export function textOfChunk(text: string, { body, to }: Pick<Chunk, "body" | "to">): string {
  return text.slice(body, to).replace(/\s+/gu, " ").trim();
}

function bodyFrom(text: string, from: number, to: number): number | null {
  return text.slice(from, to).trim() === "" ? null : from;
}

type Range = Pick<Piece, "from" | "to">;

function rangesOf(text: string, section: Section, to: number): Range[] {
  const body = Math.min(section.bodyFrom, to);
  const [first, ...rest] = packed(split(text, body, to, 0));
  if (first === undefined) return section.from < to ? [{ from: section.from, to }] : [];
  return [{ from: section.from, to: first.to }, ...rest];
}

/** Even shares read better than full ones and a stub. */
function packed(pieces: readonly Piece[]): Range[] {
  const total = pieces.reduce((sum, piece) => sum + piece.weight, 0);
  const share = total / Math.max(1, Math.ceil(total / maxWeight));
  const ranges: Range[] = [];
  let current: Piece | null = null;
  for (const piece of pieces) {
    if (current === null) {
      current = { ...piece };
      continue;
    }
    const weight: number = current.weight;
    const overShare = weight + piece.weight / 2 > share && weight > share / 2;
    if (piece.weight > 0 && (overShare || weight + piece.weight > maxWeight)) {
      ranges.push(current);
      current = { ...piece };
    } else {
      current = { from: current.from, to: piece.to, weight: weight + piece.weight };
    }
  }
  if (current !== null) ranges.push(current);
  return ranges;
}

/** The best places to cut come first. */
const seams: readonly ((text: string) => number[])[] = [
  (text) => ends(text, /\n\s*\n/gu),
  (text) => ends(text, /\n/gu),
  sentenceEnds,
  (text) => ends(text, /\s+/gu),
];

function split(text: string, from: number, to: number, level: number): Piece[] {
  if (from >= to) return [];
  const slice = text.slice(from, to);
  const weight = weightOf(slice);
  if (weight <= aim) return [{ from, to, weight }];
  const seam = seams[level];
  const places = seam === undefined ? hardEnds(slice) : seam(slice);
  const finer = seam === undefined ? level : level + 1;
  return [...places, slice.length].flatMap((end, index, ends) => {
    const at = index === 0 ? 0 : (ends[index - 1] ?? 0);
    return end <= at ? [] : split(text, from + at, from + end, finer);
  });
}

function ends(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index + match[0].length);
}

/** Unicode's rules work for any script. */
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The segmenter's time grows quadratically over "1. 2. 3. …". */
const stretch = 2000;

function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + stretch);
    const found = Array.from(
      sentences.segment(piece),
      ({ index, segment }) => from + index + segment.length,
    );
    // A piece's end is no sentence end: carry the rest over.
    if (from + piece.length < text.length) found.pop();
    for (const end of found) ends.push(end);
    from = found.at(-1) ?? from + piece.length;
  }
  return ends;
}

/** Cuts text without boundaries, in whole characters. */
function hardEnds(text: string): number[] {
  const places: number[] = [];
  let letters = 0;
  let at = 0;
  for (const character of text) {
    const weight = lettersOf(character);
    if (letters + weight > aim) {
      places.push(at);
      letters = 0;
    }
    letters += weight;
    at += character.length;
  }
  return places;
}

/**
 * The number of words, or the letters' weight if larger. Only single inner spaces count, as in the
 * passage.
 */
export function weightOf(text: string): number {
  let words = 0;
  let letters = 0;
  let inWord = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (isWhite(code)) {
      inWord = false;
    } else {
      if (!inWord) words += 1;
      inWord = true;
      letters += unitWeight(code);
    }
  }
  return Math.max(words, letters);
}

function lettersOf(character: string): number {
  let weight = 0;
  for (let place = 0; place < character.length; place++) {
    weight += unitWeight(character.charCodeAt(place));
  }
  return weight;
}

/**
 * The encoder splits non-Latin scripts into letters, so their passages must be shorter. Without
 * spaces, two signs make a word.
 */
function unitWeight(code: number): number {
  if (code < 0x250 || (code >= 0x2000 && code < 0x2c00)) return 1 / 6;
  const dense =
    (code >= 0x0e00 && code < 0x1100) || (code >= 0x1780 && code < 0x1800) || code >= 0x2e80;
  return dense ? 0.55 : 1 / 3;
}

/** Matches `\s`, but faster than a regex per character. */
const wideSpaces = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);

function isWhite(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (code >= 0x2000 && code <= 0x200a) || wideSpaces.has(code);
}

/** A range of white space alone joins its neighbour. */
function withoutBlank<T extends Range>(ranges: readonly T[], text: string): T[] {
  const retained: T[] = [];
  let blankFrom: number | null = null;
  for (const range of ranges) {
    const last = retained.at(-1);
    if (text.slice(range.from, range.to).trim() !== "") {
      retained.push({ ...range, from: blankFrom ?? range.from });
      blankFrom = null;
    } else if (last === undefined) {
      blankFrom ??= range.from;
    } else {
      retained[retained.length - 1] = { ...last, to: range.to };
    }
  }
  return retained;
}

function firstLetter(text: string, from: number): number {
  return from + Math.max(0, text.slice(from, from + 200).search(/\S/u));
}

/** The last page that begins at or before it. */
function pageOf({ pageStarts }: ParsedDocument, place: number): number | null {
  if (pageStarts.length === 0) return null;
  let low = 0;
  let high = pageStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pageStarts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
