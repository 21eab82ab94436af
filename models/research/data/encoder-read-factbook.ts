/** Reading, relevance and pair rows from the Factbook's single-hop questions. */
import type { Passage } from "../../../src/log/types.ts";
import type { HardNegatives } from "./encoder-hard.ts";
import { holds, noneRow } from "./encoder-read.ts";
import { type Made, made, type PairRow, type ReadRow, type RelevanceRow } from "./encoder-rows.ts";
import type { FactbookData } from "./factbook-facts.ts";
import type { SpanQuestion } from "./factbook-spans.ts";
import type { VerdictQuestion } from "./factbook-verdicts.ts";
import { grouped } from "./grouped.ts";
import type { Seeded } from "./seeded.ts";

const source = "factbook";

/** Every question over its passage; some also over a passage without the answer. */
export function readFactbookSpans(
  spans: readonly SpanQuestion[],
  data: FactbookData,
  random: Seeded,
): Made<ReadRow>[] {
  const bySlug = grouped(data.passages, (passage) => slugOf(passage.id));
  return spans.flatMap((span) => {
    const gold = data.passageById.get(span.passageId);
    if (!gold) return [];
    const { title, text } = gold;
    const answers = [{ text: span.answer, start: span.start }];
    const row: ReadRow = { source, question: span.question, title, text, kind: "span", answers };
    const lacking = lackingPassage(span, gold, data, bySlug, random);
    const rows = [row, ...(lacking ? [noneRow(source, span.question, lacking)] : [])];
    return rows.map((each) => made(each));
  });
}

export function readVerdicts(
  verdicts: readonly VerdictQuestion[],
  data: FactbookData,
): Made<ReadRow>[] {
  return verdicts.flatMap(({ question, answer, passageId }) => {
    const passage = data.passageById.get(passageId);
    if (!passage) return [];
    const { title, text } = passage;
    return made({ source: "factbook_verdict", question, title, text, kind: answer, answers: [] });
  });
}

/** The gold passage and four similar ones by BM25. */
export function relevanceFactbook(
  spans: readonly SpanQuestion[],
  data: FactbookData,
  negatives: HardNegatives,
  random: Seeded,
): Made<RelevanceRow>[] {
  return spans.flatMap(({ question, answer, passageId }) => {
    const gold = data.passageById.get(passageId);
    if (!gold) return [];
    const place = placeOf(passageId);
    const hard = negatives.near(
      question,
      4,
      // Another passage about the same place may answer the question too.
      ({ id, text }) => id !== passageId && !(placeOf(id) === place && holds(text, answer)),
    );
    const passages = [gold, ...hard].map(({ title, text }, index) => ({
      title,
      text,
      label: index === 0 ? (1 as const) : (0 as const),
    }));
    return made({ source, question, passages: random.shuffled(passages) });
  });
}

export function pairsFactbook(spans: readonly SpanQuestion[], data: FactbookData): Made<PairRow>[] {
  return spans.flatMap(({ question, passageId }) => {
    const gold = data.passageById.get(passageId);
    if (!gold) return [];
    const row: PairRow = { source, query: question, title: gold.title, text: gold.text };
    return { row, asked: question, of: question };
  });
}

/** Usually the same topic of another place, sometimes another topic of the same place. */
function lackingPassage(
  span: SpanQuestion,
  gold: Passage,
  data: FactbookData,
  bySlug: ReadonlyMap<string, Passage[]>,
  random: Seeded,
): Passage | null {
  const draw = random.next();
  if (draw > 0.18) return null;
  const place = placeOf(gold.id);
  // If the question asks for the place, any passage that names the value could answer it.
  const sameTopic = draw < 0.13;
  const from = sameTopic
    ? (bySlug.get(slugOf(gold.id)) ?? [])
    : data.passages.filter(({ id }) => placeOf(id) === place && slugOf(id) !== slugOf(gold.id));
  if (from.length === 0) return null;
  const found = random.pick(from);
  const sameAnswer = holds(found.text, span.answer) || holds(found.text, span.value);
  return placeOf(found.id) === place && sameTopic ? null : sameAnswer ? null : found;
}

function slugOf(id: string): string {
  return id.replace(/^[^/]+\//, "").replace(/-\d+$/, "");
}

function placeOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
