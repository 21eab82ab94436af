/** Turns source paragraphs into passages and locates answers in them. */
import type { SpanAnswer } from "./encoder-rows.ts";
import { wholeWordAt } from "./factbook-facts.ts";
import type { Paragraph, SourceRow } from "./sources.ts";

export interface SourcePassage {
  title: string;
  text: string;
  /** Offsets in `text` of the sentences that support the answer; empty if unknown. */
  supporting: number[];
}

/** A paragraph as one text. ECM's rows have the sentence in `title` and no text. */
export function passageOf(paragraph: Paragraph, sentIds: readonly number[] = []): SourcePassage {
  const sentences = paragraph.sentences.map((sentence) => sentence.replace(/\s+/g, " ").trim());
  if (sentences.every((sentence) => sentence === "")) {
    return { title: "", text: paragraph.title.trim(), supporting: [0] };
  }
  const supporting: number[] = [];
  let text = "";
  sentences.forEach((sentence, index) => {
    if (!sentence) return;
    if (text) text += " ";
    if (sentIds.includes(index)) supporting.push(text.length);
    text += sentence;
  });
  return { title: paragraph.title.trim(), text, supporting };
}

/** Splits the row's paragraphs into gold and others; all are gold if none is marked otherwise. */
export function goldAndOthers(row: SourceRow): { gold: SourcePassage[]; others: SourcePassage[] } {
  const gold: SourcePassage[] = [];
  const others: SourcePassage[] = [];
  row.context?.forEach((paragraph, index) => {
    const support = row.supporting?.find((candidate) =>
      candidate.para_idx === undefined
        ? candidate.title === paragraph.title
        : candidate.para_idx === index,
    );
    const isGold = support !== undefined || row.supporting === undefined;
    (isGold ? gold : others).push(passageOf(paragraph, support?.sent_ids));
  });
  return { gold, others };
}

/**
 * The first whole-word match of an answer: in a supporting sentence if known, otherwise anywhere;
 * with the same case if possible. Null if there is none.
 */
export function spanIn(passage: SourcePassage, answer: string): SpanAnswer | null {
  const { text, supporting } = passage;
  for (const from of [...supporting, 0]) {
    const start = wholeWordAt(text, answer, from);
    if (start >= 0) return { text: answer, start };
  }
  const start = wholeWordAt(text.toLowerCase(), answer.toLowerCase());
  return start < 0 ? null : { text: text.slice(start, start + answer.length), start };
}

export function anySpanIn(passage: SourcePassage, answers: readonly string[]): SpanAnswer | null {
  for (const answer of answers) {
    const span = spanIn(passage, answer);
    if (span) return span;
  }
  return null;
}

/** Passages as one text of `title: text` lines, as the reader sees several at once. */
export function joined(passages: readonly SourcePassage[]): SourcePassage {
  let text = "";
  const supporting: number[] = [];
  for (const passage of passages) {
    if (text) text += "\n";
    if (passage.title) text += `${passage.title}: `;
    for (const offset of passage.supporting) supporting.push(text.length + offset);
    text += passage.text;
  }
  return { title: "", text, supporting };
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** At most `limit` words around a span, with the span's offset adjusted. */
export function windowRound(
  text: string,
  span: SpanAnswer,
  limit: number,
  where: number,
): { text: string; span: SpanAnswer } {
  const words = [...text.matchAll(/\S+/g)];
  if (words.length <= limit) return { text, span };
  const end = span.start + span.text.length;
  const first = words.findIndex((word) => word.index + word[0].length > span.start);
  const last = words.findLastIndex((word) => word.index < end);
  const room = Math.max(0, limit - (last - first + 1));
  const earliest = Math.max(0, Math.min(first - Math.floor(room * where), words.length - limit));
  const from = words[Math.min(earliest, first)]?.index ?? 0;
  const lastWord = words[Math.max(last, Math.min(earliest + limit, words.length) - 1)];
  const to = lastWord ? lastWord.index + lastWord[0].length : text.length;
  return { text: text.slice(from, to), span: { text: span.text, start: span.start - from } };
}
