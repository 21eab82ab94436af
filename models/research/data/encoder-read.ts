/** Reading rows from sources with one passage per question. */
import { byOverlap, type HardNegatives } from "./encoder-hard.ts";
import {
  anySpanIn,
  passageOf,
  type SourcePassage,
  spanIn,
  windowRound,
  wordCount,
} from "./encoder-passage.ts";
import { type Made, made, type ReadRow } from "./encoder-rows.ts";
import type { SubQuestion } from "./encoder-steps.ts";
import { wholeWordAt } from "./factbook-facts.ts";
import type { Seeded } from "./seeded.ts";
import type { SourceRow } from "./sources.ts";

/** Words; with the question it stays within the encoder's 512 tokens. */
const mostWords = 330;

/** NQ: spans as marked; every third question also with a similar passage that lacks the answer. */
export function readNq(
  rows: readonly SourceRow[],
  negatives: HardNegatives,
  random: Seeded,
): Made<ReadRow>[] {
  return rows.flatMap((row) => {
    const positive = markedSpan(row, "nq_qed", random, 400);
    if (!positive) return [];
    if (random.next() >= 1 / 3) return [positive];
    const answers = row.answers ?? [];
    const lacking = negatives
      .near(positive.row.question, 3, ({ text }) => !answers.some((a) => holds(text, a)))
      .find(({ text }) => wordCount(text) <= mostWords);
    return lacking
      ? [positive, made(noneRow("nq_qed", positive.row.question, lacking))]
      : [positive];
  });
}

/** Quoref and COVID-QA: spans as marked, long passages cut around them. */
export function readMarked(
  rows: readonly SourceRow[],
  source: string,
  random: Seeded,
): Made<ReadRow>[] {
  return rows.flatMap((row) => markedSpan(row, source, random) ?? []);
}

/** FairytaleQA: only questions whose answer is in the story verbatim, ignoring case. */
export function readTales(rows: readonly SourceRow[], random: Seeded): Made<ReadRow>[] {
  return rows.flatMap((row) => {
    const [paragraph] = row.context ?? [];
    const answer = row.answers?.[0]?.replace(/[\s.]+$/, "");
    if (row.type !== "explicit" || !row.question || !paragraph || !answer) return [];
    const passage = passageOf(paragraph);
    const span = spanIn(passage, answer);
    if (!span) return [];
    const cut = windowRound(passage.text, span, mostWords, random.next());
    return made(spanRow("fairytaleqa", row.question, passage.title, cut.text, cut.span));
  });
}

/** SQuAD: spans as marked by all annotators, and the unanswerable questions. */
export function readSquad(rows: readonly SourceRow[], random: Seeded): Made<ReadRow>[] {
  return rows.flatMap((row) => {
    if (!row.is_impossible) return everyMark(row, random) ?? [];
    const [paragraph] = row.context ?? [];
    if (!row.question || !paragraph) return [];
    return made(noneRow("squad", row.question, titled(passageOf(paragraph))));
  });
}

export function readBoolq(rows: readonly SourceRow[]): Made<ReadRow>[] {
  return rows.flatMap((row) => {
    const [paragraph] = row.context ?? [];
    const [kind] = row.answers ?? [];
    if (!row.question || !paragraph || (kind !== "yes" && kind !== "no")) return [];
    const { title, text } = passageOf(paragraph);
    if (wordCount(text) > mostWords) return [];
    return made({
      source: "boolq",
      question: asAsked(row.question),
      title,
      text,
      kind,
      answers: [],
    });
  });
}

/** Sub-questions; every third also with the distractor of highest word overlap. */
export function readSteps(
  rows: readonly SourceRow[],
  source: string,
  stepsOf: (row: SourceRow) => SubQuestion[],
  random: Seeded,
): Made<ReadRow>[] {
  return rows.flatMap((row) =>
    stepsOf(row).flatMap(({ question, answer, gold, others }) => {
      const span = spanIn(gold, answer);
      if (!span || !row.question) return [];
      const { title, text } = gold;
      const positive: ReadRow = { source, question, title, text, kind: "span", answers: [span] };
      const lacking = byOverlap(question, others).find((other) => !holds(other.text, answer));
      const negative = lacking && random.next() < 1 / 3 ? [noneRow(source, question, lacking)] : [];
      return [positive, ...negative].map((each) => made(each, row.question));
    }),
  );
}

export function noneRow(
  source: string,
  question: string,
  { title, text }: { title: string; text: string },
): ReadRow {
  return { source, question, title, text, kind: "none", answers: [] };
}

export function holds(text: string, answer: string): boolean {
  return wholeWordAt(text.toLowerCase(), answer.toLowerCase()) >= 0;
}

/** The row's one paragraph with its marked answers; null if the offsets do not match. */
function markedSpan(
  row: SourceRow,
  source: string,
  random: Seeded,
  most = mostWords,
): Made<ReadRow> | null {
  const [paragraph] = row.context ?? [];
  const raw = paragraph?.sentences.join("") ?? "";
  const [answer] = row.answers ?? [];
  const [start] = row.answer_starts ?? [];
  if (!row.question || !paragraph || !answer || start === undefined) return null;
  if (raw.slice(start, start + answer.length) !== answer) {
    const passage = passageOf(paragraph);
    const span = anySpanIn(passage, row.answers ?? []);
    if (!span) return null;
    return made(spanRow(source, row.question, titled(passage).title, passage.text, span));
  }
  if (source === "nq_qed" && wordCount(raw) > most) return null;
  const cut = windowRound(raw, { text: answer, start }, mostWords, random.next());
  const title = paragraph.title.replaceAll("_", " ");
  return made(spanRow(source, row.question, title, cut.text, cut.span));
}

/**
 * A SQuAD row with every annotator's span, shortest first: trained on a single mark, often a whole
 * clause, a reader answers too long. The file lists answers and starts separately, without their
 * pairing.
 */
function everyMark(row: SourceRow, random: Seeded): Made<ReadRow> | null {
  const raw = row.context?.[0]?.sentences.join("") ?? "";
  const marks = (row.answers ?? [])
    .flatMap((text) => (row.answer_starts ?? []).map((start) => ({ text, start })))
    .filter(({ text, start }) => raw.startsWith(text, start))
    .sort((a, b) => a.text.length - b.text.length);
  const [shortest] = marks;
  if (shortest === undefined) return markedSpan(row, "squad", random);
  const marked = { ...row, answers: [shortest.text], answer_starts: [shortest.start] };
  const found = markedSpan(marked, "squad", random);
  if (found === null) return null;
  const cutAway = shortest.start - (found.row.answers[0]?.start ?? 0);
  const answers = marks
    .map(({ text, start }) => ({ text, start: start - cutAway }))
    .filter(({ text, start }) => start >= 0 && found.row.text.startsWith(text, start));
  return { ...found, row: { ...found.row, answers } };
}

function spanRow(
  source: string,
  question: string,
  title: string,
  text: string,
  span: ReadRow["answers"][number],
): ReadRow {
  return { source, question: asAsked(question), title, text, kind: "span", answers: [span] };
}

function titled(passage: SourcePassage): SourcePassage {
  return { ...passage, title: passage.title.replaceAll("_", " ") };
}

function asAsked(question: string): string {
  return question.replace(/\s+/g, " ").trim();
}
