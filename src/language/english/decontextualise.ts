/**
 * Ours, not in RA-ISF: an earlier answer replaces its description ("the country that has Tallinn as
 * its capital"); a mere reference ("its capital") gets the earlier questions put before it.
 */

import { functionWords } from "../function-words.ts";
import type { FoundAnswer } from "../language.ts";
import { isEmpty } from "../normalise.ts";
import { stem } from "./candidates.ts";

const pointsBack = /\b(?:it|its|they|their|them|he|she|his|her|him|this|these|those)\b/iu;
const asksHowMuch = /\bhow\s+\p{L}+/giu;

/** A self-contained question is unchanged. */
export function substituteAnswers(question: string, earlier: readonly FoundAnswer[]): string {
  const known = earlier.filter(({ answer }) => !isEmpty(answer));
  const filled: FoundAnswer[] = [];
  for (const { query, answer } of known) filled.push({ query: fillAll(query, filled), answer });
  const alone = fillAll(question, filled);
  if (alone !== question || known.length === 0 || !refersBack(question)) return alone;
  return [...known.map(({ query, answer }) => `${query} ${answer}.`), question].join(" ");
}

function fillAll(question: string, steps: readonly FoundAnswer[]): string {
  return steps.reduce((text, step) => fill(text, step), question);
}

/** "as its capital" refers to its own sentence. */
export function refersBack(question: string): boolean {
  return pointsBack.test(question.replace(/\bas (?:its|their|his|her)\b/giu, ""));
}

function fill(question: string, { query, answer }: FoundAnswer): string {
  const wanted = contentOf(query.replace(asksHowMuch, ""));
  if (wanted.size < 2) return question;
  const words = wordsOf(question);
  const found = shortest(words, wanted);
  const from = found === null ? null : articleBefore(words, found.from);
  const first = words[from ?? -1];
  const last = words[found?.to ?? -1];
  if (first === undefined || last === undefined) return question;
  const possessive = /['’]s?$/u.exec(last.text)?.[0] ?? "";
  const end = last.at + last.text.length;
  return `${question.slice(0, first.at)}${answer}${possessive}${question.slice(end)}`;
}

interface Word {
  text: string;
  stem: string;
  at: number;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)].map((match) => {
    const word = match[0].replace(/(?<![.-])[.-]+$/u, "");
    return { text: word, stem: stem(word), at: match.index };
  });
}

function contentOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => (isContent(word) ? [word.stem] : [])));
}

function isContent(word: Word): boolean {
  return !functionWords.has(word.stem);
}

/** The run may contain function words, but no others. */
function shortest(
  words: readonly Word[],
  wanted: ReadonlySet<string>,
): { from: number; to: number } | null {
  let best: { from: number; to: number } | null = null;
  const held = new Map<string, number>();
  let from = 0;
  for (const [to, word] of words.entries()) {
    if (!isContent(word)) continue;
    if (!wanted.has(word.stem)) {
      held.clear();
      from = to + 1;
      continue;
    }
    held.set(word.stem, (held.get(word.stem) ?? 0) + 1);
    for (; held.size === wanted.size; from += 1) {
      if (best === null || to - from < best.to - best.from) best = { from, to };
      const first = words[from]?.stem ?? "";
      const remaining = (held.get(first) ?? 0) - 1;
      if (remaining > 0) held.set(first, remaining);
      else held.delete(first);
    }
  }
  return best;
}

/** The phrase begins with "the", or "the person who". */
function articleBefore(words: readonly Word[], from: number): number | null {
  let content = 0;
  for (let index = from; index >= Math.max(0, from - 4); index -= 1) {
    const word = words[index];
    if (word?.stem === "the") return index;
    if (index < from && word !== undefined && isContent(word)) content += 1;
    if (content > 1) return null;
  }
  return null;
}
