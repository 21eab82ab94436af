/** Relevance rows: gold passages among distractors. */
import type { Passage } from "../../../src/log/types.ts";
import type { HardNegatives } from "./encoder-hard.ts";
import { goldAndOthers, passageOf, type SourcePassage } from "./encoder-passage.ts";
import { holds } from "./encoder-read.ts";
import { type Made, made, type RelevanceRow } from "./encoder-rows.ts";
import type { SubQuestion } from "./encoder-steps.ts";
import type { Seeded } from "./seeded.ts";
import type { SourceRow } from "./sources.ts";

export function relevanceMultihop(
  rows: readonly SourceRow[],
  source: string,
  random: Seeded,
): Made<RelevanceRow>[] {
  return rows.flatMap((row) => {
    const { gold, others } = goldAndOthers(row);
    if (!row.question || gold.length === 0 || others.length === 0) return [];
    const passages = labelled(gold, others, random);
    return made({ source, question: row.question, passages });
  });
}

/** Sub-questions: their one gold paragraph against the row's others. */
export function relevanceSteps(
  rows: readonly SourceRow[],
  source: string,
  stepsOf: (row: SourceRow) => SubQuestion[],
  random: Seeded,
): Made<RelevanceRow>[] {
  return rows.flatMap((row) =>
    stepsOf(row).map(({ question, answer, gold, others }) => {
      // Other passages of the same article may contain the answer too.
      const wrong = others.filter(
        (other) => !(other.title === gold.title && holds(other.text, answer)),
      );
      const passages = labelled([gold], wrong, random);
      return made({ source, question, passages }, row.question ?? question);
    }),
  );
}

/** NQ: the gold paragraph and five similar ones by BM25 that lack the answer. */
export function relevanceNq(
  rows: readonly SourceRow[],
  negatives: HardNegatives,
  random: Seeded,
): Made<RelevanceRow>[] {
  return rows.flatMap((row) => {
    const [paragraph] = row.context ?? [];
    if (!row.question || !paragraph) return [];
    const gold = passageOf(paragraph);
    const answers = row.answers ?? [];
    const wrong = ({ text }: Passage) => text !== gold.text && !answers.some((a) => holds(text, a));
    const hard = negatives.near(row.question, 5, wrong);
    const passages = labelled([gold], hard, random);
    return made({ source: "nq_qed", question: row.question, passages });
  });
}

/**
 * HotpotQA rows without distractors: eight paragraphs of other questions, similar to the gold ones
 * by BM25, that lack the answer. These rows have no titles, so the others' titles are dropped.
 */
export function relevanceGold(
  rows: readonly SourceRow[],
  source: string,
  negatives: HardNegatives,
  random: Seeded,
): Made<RelevanceRow>[] {
  return rows.flatMap((row) => {
    const paragraphs = row.context ?? [];
    // Rows with titles have single sentences, which their length would reveal.
    if (!row.question || !paragraphs.length || paragraphs.some(({ title }) => title)) return [];
    const gold = paragraphs.map((paragraph) => passageOf(paragraph));
    const answers = row.answers ?? [];
    const wrong = ({ text }: Passage) =>
      gold.every((passage) => !samePassage(passage.text, text)) &&
      !answers.some((answer) => holds(text, answer));
    const hard = negatives.near(row.question, 8, wrong).map(({ text }) => ({ title: "", text }));
    return made({ source, question: row.question, passages: labelled(gold, hard, random) });
  });
}

/** The rows come from two Wikipedia copies that differ in white space, so compare beginnings. */
function samePassage(one: string, other: string): boolean {
  const beginning = (text: string) => text.replace(/\W+/g, "").slice(0, 60);
  return beginning(one) === beginning(other);
}

function labelled(
  gold: readonly Pick<SourcePassage, "title" | "text">[],
  others: readonly Pick<SourcePassage, "title" | "text">[],
  random: Seeded,
): RelevanceRow["passages"] {
  const label = (value: 0 | 1) => (passage: Pick<SourcePassage, "title" | "text">) => ({
    title: passage.title,
    text: passage.text,
    label: value,
  });
  return random.shuffled([...gold.map(label(1)), ...others.map(label(0))]);
}
