/** Finds the sentence of a passage that decides an answer, trimmed around the marked words. */
import type { Deciding } from "../../folds/answer-state.ts";

export interface DecidingSentence {
  before: string;
  /** "" if the answer itself does not appear in the passage (yes/no, a choice). */
  marked: string;
  after: string;
}

/** Maximum number of characters on either side of the marked words. */
const longestSide = 160;

/** Created once, because creating it takes longer than segmenting. */
let segmenter: Intl.Segmenter | null = null;

export function decidingSentence({ passage: { text }, start, end }: Deciding): DecidingSentence {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "sentence" });
  const sentences = segmenter.segment(text);
  let from = 0;
  let to = text.length;
  for (const { segment, index } of sentences) {
    if (index <= start) from = index;
    to = index + segment.length;
    if (to >= Math.max(end, start + 1)) break;
  }
  const before = text.slice(from, start).trimStart();
  const after = text.slice(end, to).trimEnd();
  return { before: lastOf(before), marked: text.slice(start, end), after: firstOf(after) };
}

function firstOf(text: string): string {
  return text.length <= longestSide ? text : `${text.slice(0, longestSide).replace(/\S*$/u, "")}…`;
}

function lastOf(text: string): string {
  return text.length <= longestSide ? text : `…${text.slice(-longestSide).replace(/^\S*/u, "")}`;
}
