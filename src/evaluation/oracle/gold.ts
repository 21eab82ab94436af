/**
 * Reads gold reasoning from `decomposition` or 2WikiMultihopQA's triples; `[n]` is the answer of
 * step n.
 */
import { scoringTokens } from "../../language/normalise.ts";
import type { Stage } from "../../log/types.ts";
import { coverExactMatchTokens, exactMatch, tokenF1 } from "../../metrics/score.ts";
import type { GoldPassage, QuestionRow } from "../questions/question.ts";
import { relationQuestion } from "./relation-questions.ts";
import { spanIn } from "./span.ts";

export interface GoldStep {
  query: string;
  answer: string;
  passages: readonly GoldPassage[];
}

/** A question with a gap is left out there, and counted. */
export const goldGaps = [
  "no-steps",
  "empty-step",
  "repeated-step",
  "loop",
  "forward-step",
  "unlinked-step",
  "too-many-steps",
  "no-sub-answers",
  "no-passages",
  "no-span",
] as const;
export type GoldGap = (typeof goldGaps)[number];

/** The limit of the chain parser (`stages/parse/chain.ts`). */
export const mostGoldSteps = 8;

export function goldSteps(row: QuestionRow): GoldStep[] {
  const triples = row.evidences ?? [];
  return triples.length > 0 ? fromTriples(row, triples) : fromDecomposition(row);
}

export function goldGap(row: QuestionRow, stage: Stage): GoldGap | null {
  const steps = goldSteps(row);
  if (steps.length === 0) return "no-steps";
  if (stage !== "solve") {
    const flaw = flawOf(row, steps);
    if (flaw !== null || stage === "plan") return flaw;
  }
  if (steps.some(({ answer }) => answer === "")) return "no-sub-answers";
  return stage === "solve" ? unreadable(row, steps) : null;
}

export function lastSteps(steps: readonly GoldStep[]): GoldStep[] {
  const used = new Set(steps.flatMap(({ query }) => referencesIn(query)));
  return steps.filter((_, at) => !used.has(at));
}

export function filledQuery({ query }: GoldStep, steps: readonly GoldStep[]): string {
  return query.replace(stepMark, (mark, number: string) => {
    return steps[Number(number) - 1]?.answer || mark;
  });
}

const stepMark = /\[(\d{1,2})\]/gu;

function referencesIn(query: string): number[] {
  return [...query.matchAll(stepMark)].map((match) => Number(match[1]) - 1);
}

/** MuSiQue writes steps that are a relation of Wikidata as "subject >> relation". */
const relation = /^(.*\S)\s+>>\s+(\S.*)$/u;

function fromDecomposition(row: QuestionRow): GoldStep[] {
  const parts = row.decomposition ?? [];
  const steps: GoldStep[] = [];
  for (const [at, { question, answer, para_idx }] of parts.entries()) {
    const written = question.trim().replace(/#(\d{1,2})/gu, "[$1]");
    const [, subject, name] = relation.exec(written) ?? [];
    const asked = subject && name ? relationQuestion(subject, name) : written;
    const query = linked(asked, steps, row.question);
    steps.push({ query, answer: answer.trim(), passages: passagesOf(row, { at, para_idx }) });
  }
  return steps;
}

/** Earlier answers become marks, except what the question itself names. */
function linked(query: string, earlier: readonly GoldStep[], question: string): string {
  if (referencesIn(query).length > 0) return query;
  return earlier.reduce((text, { answer }, at) => {
    const words = answer === "" ? null : spanAsWritten(text, answer);
    const isNamed = words === null || coverExactMatchTokens(question, [answer]) === 1;
    return isNamed ? text : text.replace(words, `[${at + 1}]`);
  }, query);
}

function spanAsWritten(text: string, answer: string): string | null {
  const span = spanIn(text, answer);
  return span !== null && exactMatch(span, [answer]) === 1 ? span : null;
}

function passagesOf(
  { supporting = [], decomposition = [] }: QuestionRow,
  { at, para_idx }: { at: number; para_idx: number | undefined },
): GoldPassage[] {
  if (para_idx !== undefined) return supporting.filter((one) => one.para_idx === para_idx);
  return supporting.length === decomposition.length ? supporting.slice(at, at + 1) : [];
}

function fromTriples(row: QuestionRow, triples: readonly (readonly string[])[]): GoldStep[] {
  const steps: GoldStep[] = [];
  for (const [subject = "", name = "", object = ""] of triples) {
    const from = stepThatFound(subject, steps, row.question);
    const query = relationQuestion(from === null ? subject : `[${from + 1}]`, name);
    const passages = (row.supporting ?? []).filter(({ title }) => isAbout(title, subject));
    const isEmpty = subject.trim() === "" || name.trim() === "";
    steps.push({ query: isEmpty ? "" : query, answer: object.trim(), passages });
  }
  return steps;
}

/** A triple may name its subject differently from the earlier triple's object. */
function stepThatFound(
  subject: string,
  earlier: readonly GoldStep[],
  question: string,
): number | null {
  if (coverExactMatchTokens(question, [subject]) === 1) return null;
  const alike = earlier.map(({ answer }) => tokenF1(subject, [answer]));
  const most = Math.max(0, ...alike);
  return most >= 0.5 ? alike.indexOf(most) : null;
}

/**
 * Half of its words are enough: a question says "Letitia Stevenson" for Letitia Green Stevenson.
 */
function isNamedIn(question: string, name: string): boolean {
  const asked = new Set(scoringTokens(question.replace(/['’]s(?!\p{L})/gu, "")));
  const words = scoringTokens(name);
  return words.filter((word) => asked.has(word)).length * 2 >= words.length;
}

/** "Get Low (Dillon Francis and DJ Snake song)" is about "Get Low". */
function isAbout(title: string, subject: string): boolean {
  return coverExactMatchTokens(title, [subject]) === 1 || tokenF1(title, [subject]) >= 0.5;
}

function flawOf(row: QuestionRow, steps: readonly GoldStep[]): GoldGap | null {
  if (steps.some(({ query }) => scoringTokens(query).length === 0)) return "empty-step";
  const queries = new Set(steps.map(({ query }) => scoringTokens(query).join(" ")));
  if (queries.size < steps.length) return "repeated-step";
  const uses = steps.map(({ query }) => referencesIn(query));
  if (uses.some((_, at) => reaches(uses, at, at))) return "loop";
  if (uses.some((used, at) => used.some((one) => one < 0 || one >= at))) return "forward-step";
  if (tellsTheWay(row, uses)) return "unlinked-step";
  return steps.length > mostGoldSteps ? "too-many-steps" : null;
}

function reaches(
  uses: readonly (readonly number[])[],
  from: number,
  wanted: number,
  seen: Set<number> = new Set(),
): boolean {
  return (uses[from] ?? []).some((next) => {
    if (next === wanted) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(uses, next, wanted, seen);
  });
}

/** True if a triple is about something that neither the question nor an earlier step names. */
function tellsTheWay({ evidences, question }: QuestionRow, uses: readonly number[][]): boolean {
  return (evidences ?? []).some(
    ([subject = ""], at) => uses[at]?.length === 0 && !isNamedIn(question, subject),
  );
}

function unreadable({ context = [] }: QuestionRow, steps: readonly GoldStep[]): GoldGap | null {
  if (steps.some(({ passages }) => passages.length === 0)) return "no-passages";
  if (context.length === 0) return null;
  const isReadable = ({ answer, passages }: GoldStep) =>
    passages.some(({ title, para_idx }) => {
      const own = context.filter((one, at) =>
        para_idx === undefined ? one.title === title : at === para_idx,
      );
      return own.some((one) => spanIn(`${one.title} ${one.sentences.join(" ")}`, answer) !== null);
    });
  return steps.every(isReadable) ? null : "no-span";
}
