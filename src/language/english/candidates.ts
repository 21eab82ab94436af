/**
 * An answer almost never repeats words of its question or crosses a clause; given only the rest, a
 * small model copies the name instead of the whole sentence.
 */

import { functionWords } from "../function-words.ts";
import { normalise, withoutAccents } from "../normalise.ts";
import { otherPlacesIn } from "./longer-names.ts";

/** Commas, stops and colons inside a number end no clause. */
const clauseEnd = /(?:[;()[\]"“”\n]|[,.!?](?=\s|$)| - | – )/gu;

/** "Languages:" is never an answer, but the text after it may be. */
const label = /^\s*(?:\S+\s+){0,3}\S+:(?=\s)/u;

const asksNumber =
  /\b(?:how (?:many|much|long|high|far|large|big|tall|old|deep)|when|year|date|age|population|area|size|length|height|depth|percentage|rate)\b/iu;
const asksName = /^(?:in |on |at |from |of |to )?(?:who|whose|whom|where|which|what)\b/iu;

/**
 * Returns all parts if none is of the kind asked for. `quantities` are the library's words for
 * numbers and dates.
 */
export function answerCandidates(
  query: string,
  text: string,
  quantities: readonly string[] = [],
): string[] {
  const questionWords = askedWords(query);
  // "Equatorial Guinea" does not repeat a query about Guinea.
  const others = otherPlacesIn(query).map((name) => name.split(" "));
  const runs = text
    .split(clauseEnd)
    .flatMap(withoutLabels)
    .flatMap((clause) => {
      const otherPlaces = placesOf(others, clause.split(/\s+/u));
      return splitAt(clause, (word, at) => questionWords.has(stem(word)) && !otherPlaces.has(at));
    });
  const all = unique(runs);
  const fitting = ofAskedKind(query, all, quantities);
  return fitting.length > 0 ? fitting : all;
}

function withoutLabels(clause: string): string[] {
  let rest = clause;
  for (let found = label.exec(rest); found !== null; found = label.exec(rest)) {
    rest = rest.slice(found[0].length);
  }
  return rest.split(/:(?=\s|$)/u);
}

function ofAskedKind(
  query: string,
  runs: readonly string[],
  quantities: readonly string[],
): string[] {
  const words = ` ${bareWords(query)} `;
  const isNumber = quantities.some((quantity) => words.includes(` ${bareWords(quantity)} `));
  if (isNumber || asksNumber.test(query)) return runs.filter(hasDigit);
  if (asksName.test(query)) return unique(runs.flatMap((run) => splitAt(run, hasDigit)));
  return [...runs];
}

function bareWords(text: string): string {
  return withoutAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text);
}

function unique(runs: readonly string[]): string[] {
  return [...new Set(runs)];
}

/** Leaves out the kind asked for: "which ocean" may be the Indian Ocean. */
function askedWords(query: string): Set<string> {
  const kind = /\b(?:which|what)\s+(\p{L}+)/iu.exec(query)?.[1];
  const words = wordsOf(query).map(stem);
  return new Set(words.filter((word) => !functionWords.has(word) && word !== stem(kind ?? "")));
}

function placesOf(names: readonly (readonly string[])[], clause: readonly string[]): Set<number> {
  if (names.length === 0) return new Set();
  const words = [...clause.entries()]
    .map(([at, word]) => ({ at, word: normalise(word) }))
    .filter(({ word }) => word !== "");
  const found = names.flatMap((name) =>
    words.flatMap((_, from) => {
      const run = words.slice(from, from + name.length);
      return name.every((word, index) => run[index]?.word === word) ? run : [];
    }),
  );
  return new Set(found.map(({ at }) => at));
}

function splitAt(clause: string, breaks: (word: string, at: number) => boolean): string[] {
  const runs: string[][] = [[]];
  for (const [at, word] of clause.split(/\s+/u).entries()) {
    if (breaks(word, at)) runs.push([]);
    else if (word !== "") runs.at(-1)?.push(word);
  }
  return runs.map(trimmed).filter((run) => run !== "");
}

function trimmed(run: readonly string[]): string {
  const words = [...run];
  while (words[0] !== undefined && functionWords.has(stem(words[0]))) words.shift();
  while (words.length > 0 && functionWords.has(stem(words.at(-1) ?? ""))) words.pop();
  return words.join(" ");
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];
}

export function stem(word: string): string {
  const bare = withoutAccents(word)
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, "")
    .replace(/['’]s$/u, "");
  if (functionWords.has(bare) || bare.length < 4) return bare;
  return bare.replace(/ies$/u, "y").replace(/(?<!s)s$/u, "");
}
