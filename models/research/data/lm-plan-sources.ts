/** Plan chains from MuSiQue, 2WikiMultihopQA and single-hop questions. */
import type { Step } from "../../../src/runtime/prompts.ts";
import { relationQuestion } from "./lm-relations.ts";
import { asQuery, type Chain, isPlainAnswer, oneLine } from "./lm-row.ts";
import { plainQuestion, type SourceRow, unitHash } from "./sources.ts";

type Decomposition = NonNullable<SourceRow["decomposition"]>;

export interface SolvedChain extends Chain {
  end: { answer: string; rests: readonly number[] };
  /** The text where each step's answer was found; "" if unknown. */
  texts: readonly string[];
}

/** MuSiQue: replaces `#2` by its answer and `X >> relation` by a question. Null if no rule fits. */
export function musiqueChain(row: SourceRow): SolvedChain | null {
  const question = row.question ?? "";
  const parts = row.decomposition ?? [];
  const solved: Step[] = [];
  for (const part of parts) {
    const query = musiqueQuery(part.question, solved, unitHash(`${row.id}/${solved.length}`));
    const answer = oneLine(part.answer);
    if (query === null || !isPlainAnswer(answer, 12)) return null;
    solved.push({ query, answer });
  }
  const last = solved.at(-1);
  if (last === undefined || solved.length < 2 || hasTwins(solved)) return null;
  const texts = parts.map((part) => paragraph(row, part));
  const end = { answer: last.answer, rests: [solved.length] };
  return { question: oneLine(question), solved, end, texts };
}

function paragraph(row: SourceRow, part: Decomposition[number]): string {
  return (part.para_idx === undefined ? [] : (row.context?.[part.para_idx]?.sentences ?? [])).join(
    " ",
  );
}

const questionStart =
  /^(?:(?:in|on|at|for|from|of|to|by|with|into|under|during) )?(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did)\b/iu;

function musiqueQuery(raw: string, solved: readonly Step[], turn: number): string | null {
  const [subject = "", relation] = raw.split(">>").map((half) => filled(half, solved));
  if (/#\d/u.test(subject)) return null;
  if (relation !== undefined) return relationQuestion(relation, subject, turn);
  return questionStart.test(subject) ? asQuery(subject) : null;
}

function filled(text: string, solved: readonly Step[]): string {
  const named = text.replace(
    /#(\d)/gu,
    (mark, number: string) => solved[Number(number) - 1]?.answer ?? mark,
  );
  return oneLine(named)
    .replace(/ (?='s\b|[?.,])/gu, "")
    .replace(/\bthe the\b/giu, "the");
}

/**
 * 2Wiki: its own questions if they match the evidences, otherwise questions made from the
 * evidences.
 */
export function wikiChain(row: SourceRow): SolvedChain | null {
  const question = oneLine(row.question ?? "");
  const final = row.answers?.[0] ?? "";
  const facts = (row.evidences ?? []).map(([subject = "", relation = "", object = ""]) => ({
    subject,
    relation,
    object: oneLine(object),
  }));
  if (facts.length < 2 || facts.some(({ object }) => !isPlainAnswer(object, 10))) return null;
  const solved = ordered(row, facts) ?? asked(row, facts);
  if (solved === null || hasTwins(solved)) return null;
  const rests = row.type?.includes("comparison")
    ? [solved.length - 1, solved.length]
    : [solved.length];
  const end = { answer: oneLine(final), rests };
  const texts = solved.map(({ answer }) => supportingText(row, answer));
  const chain = { question, solved, end, texts };
  return followsFromSteps(chain) && isPlainAnswer(end.answer, 14) ? chain : null;
}

interface Fact {
  subject: string;
  relation: string;
  object: string;
}

/** The source's sub-questions, each with the object of the only fact whose subject it names. */
function ordered(row: SourceRow, facts: readonly Fact[]): Step[] | null {
  const parts = row.decomposition ?? [];
  if (parts.length !== facts.length) return null;
  const left = [...facts];
  const steps: Step[] = [];
  for (const { question } of parts) {
    const plain = plainQuestion(question);
    const index = left.findIndex(({ subject }) => plain.includes(bareName(subject)));
    const fact = left.splice(index, index < 0 ? 0 : 1)[0];
    if (fact === undefined) return null;
    steps.push({ query: asQuery(question), answer: fact.object });
  }
  return steps;
}

function asked(row: SourceRow, facts: readonly Fact[]): Step[] | null {
  const steps = facts.map(({ subject, relation, object }, index) => {
    const query = relationQuestion(relation, subject, unitHash(`${row.id}/${index}`));
    return query === null ? [] : [{ query, answer: object }];
  });
  return steps.some((step) => step.length === 0) ? null : steps.flat();
}

function bareName(title: string): string {
  return plainQuestion(title.replace(/\([^)]*\)/gu, ""));
}

function supportingText(row: SourceRow, answer: string): string {
  const titles = new Set(row.supporting?.map(({ title }) => title));
  const texts = (row.context ?? []).filter(({ title }) => titles.has(title));
  const found = texts.find(({ sentences }) => sentences.join("").includes(answer));
  return found?.sentences.join(" ").replace(/ {2,}/gu, " ") ?? "";
}

const sameCountry: Readonly<Record<string, string>> = {
  american: "united states",
  us: "united states",
  "u s": "united states",
  usa: "united states",
  "united states of america": "united states",
  british: "united kingdom",
  uk: "united kingdom",
};

function comparable(text: string): string {
  const plain = plainQuestion(text);
  return sameCountry[plain] ?? plain;
}

/**
 * A yes must follow from equal answers, a no from different ones; a bridge ends in its last answer.
 */
function followsFromSteps({ solved, end }: SolvedChain): boolean {
  const [first = "", second = ""] = end.rests.map((step) =>
    comparable(solved[step - 1]?.answer ?? ""),
  );
  if (end.answer === "yes") return first === second;
  if (end.answer === "no") return first !== second;
  if (end.rests.length === 1) return first === comparable(end.answer);
  return first !== second;
}

export function hasTwins(steps: readonly Step[]): boolean {
  return new Set(steps.map(({ query }) => plainQuestion(query))).size < steps.length;
}

/** A question answered by one look-up is its own only query. */
export function singleChain(row: SourceRow): SolvedChain | null {
  const question = oneLine(row.question ?? "");
  const answer = oneLine(row.answers?.[0] ?? "");
  if (!isPlainAnswer(answer, 6) || question.length > 110 || !questionStart.test(question)) {
    return null;
  }
  const solved = [{ query: asQuery(question), answer }];
  const text = row.context?.map(({ sentences }) => sentences.join(" ")).join(" ") ?? "";
  return { question, solved, end: { answer, rests: [1] }, texts: [text] };
}
