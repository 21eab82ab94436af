/** Pair rows for the embedding, and the texts for distilling the old embedding. */
import type { Passage } from "../../../src/log/types.ts";
import { embeddedText } from "../../../src/retrieval/libraries/embedded-text.ts";
import { passageOf } from "./encoder-passage.ts";
import type { Made, PairRow } from "./encoder-rows.ts";
import type { SubQuestion } from "./encoder-steps.ts";
import type { Seeded } from "./seeded.ts";
import type { SourceRow } from "./sources.ts";

export function pairsOf(rows: readonly SourceRow[], source: string): Made<PairRow>[] {
  return rows.flatMap((row) => {
    const [paragraph] = row.context ?? [];
    if (!row.question || !paragraph || row.is_impossible) return [];
    const { title, text } = passageOf(paragraph);
    const shown = title.replaceAll("_", " ");
    const pair: PairRow = { source, query: row.question, title: shown, text };
    return { row: pair, asked: row.question, of: row.question };
  });
}

export function pairsOfSteps(
  rows: readonly SourceRow[],
  source: string,
  stepsOf: (row: SourceRow) => SubQuestion[],
): Made<PairRow>[] {
  return rows.flatMap((row) =>
    stepsOf(row).map(({ question, gold }) => {
      const pair: PairRow = { source, query: question, title: gold.title, text: gold.text };
      return { row: pair, asked: question, of: row.question ?? question };
    }),
  );
}

/** Every distinct paragraph of the rows' contexts, in the form the encoder embeds. */
export function contextTexts(rows: readonly SourceRow[]): string[] {
  const texts = rows.flatMap((row) =>
    (row.context ?? []).map((paragraph) => {
      const { title, text } = passageOf(paragraph);
      return title ? embeddedText({ title: title.replaceAll("_", " "), text }) : text;
    }),
  );
  return [...new Set(texts)];
}

/** The whole library, then paragraphs and questions in random order up to `limit`. */
export function distillationTexts(
  library: readonly Passage[],
  paragraphs: readonly string[],
  questions: readonly string[],
  options: { limit: number; questions: number; random: Seeded },
): string[] {
  const { limit, random } = options;
  const asked = random.shuffled([...new Set(questions)]).slice(0, options.questions);
  const room = limit - library.length - asked.length;
  const read = random.shuffled([...new Set(paragraphs)]).slice(0, Math.max(0, room));
  return random.shuffled([...library.map(embeddedText), ...read, ...asked]);
}
