/**
 * Reading rows from multi-hop sources: the whole question over its gold passages, together and
 * separately.
 */
import { byOverlap } from "./encoder-hard.ts";
import { goldAndOthers, joined, type SourcePassage, spanIn, wordCount } from "./encoder-passage.ts";
import { holds, noneRow } from "./encoder-read.ts";
import { type Made, made, type ReadRow } from "./encoder-rows.ts";
import type { Seeded } from "./seeded.ts";
import type { SourceRow } from "./sources.ts";

const mostWords = 340;

export function readMultihop(
  rows: readonly SourceRow[],
  source: string,
  random: Seeded,
): Made<ReadRow>[] {
  return rows.flatMap((row) => {
    const { question } = row;
    const [answer] = row.answers ?? [];
    const { gold, others } = goldAndOthers(row);
    if (!question || !answer || gold.length < 2) return [];
    const positives = [
      ...overAll(source, question, answer, random.shuffled(gold)),
      ...(isComparison(row) ? [] : overOne(source, question, answer, gold)),
    ];
    const negatives = positives.flatMap(() => {
      if (random.next() >= 1 / 3) return [];
      const lacking = byOverlap(question, others).filter((other) => !holds(other.text, answer));
      const [hardest] = random.shuffled(lacking.slice(0, 2));
      return hardest ? [noneRow(source, question, hardest)] : [];
    });
    return [...positives, ...negatives].map((made_) => made(made_));
  });
}

function overAll(
  source: string,
  question: string,
  answer: string,
  gold: readonly SourcePassage[],
): ReadRow[] {
  const passage = joined(gold);
  if (wordCount(passage.text) > mostWords) return [];
  const base = { source, question, title: "", text: passage.text };
  if (answer === "yes" || answer === "no") return [{ ...base, kind: answer, answers: [] }];
  const span = spanIn(passage, answer);
  return span ? [{ ...base, kind: "span", answers: [span] }] : [];
}

function overOne(
  source: string,
  question: string,
  answer: string,
  gold: readonly SourcePassage[],
): ReadRow[] {
  if (answer === "yes" || answer === "no") return [];
  for (const passage of gold) {
    const span = spanIn(passage, answer);
    if (!span || wordCount(passage.text) > mostWords) continue;
    const { title, text } = passage;
    return [{ source, question, title, text, kind: "span", answers: [span] }];
  }
  return [];
}

function isComparison(row: SourceRow): boolean {
  return row.type?.includes("comparison") ?? false;
}
