/** Questions with their right answers, as they are pasted or come from a file. */
import { csvParseRows, tsvParseRows } from "d3";
import * as z from "zod/mini";
import { maxQuestionCharacters } from "../../../log/question.ts";
import { question as questionSchema } from "../../../log/types.ts";
import { scoreFileLimits } from "../../../methods/homo-router/training/score-file.ts";
import type { GoldQuestion } from "../work.ts";

/** Why a line was left out. */
export type QuestionProblem = "not-json" | "not-a-question" | "no-answer" | "too-long";

export interface BadQuestion {
  /** Counted from 1; of a JSON array the item. */
  line: number;
  problem: QuestionProblem;
}

export interface QuestionFile {
  questions: GoldQuestion[];
  bad: BadQuestion[];
}

/** With the name of the set that it is from, where the file has it. */
const namedQuestion = z.extend(questionSchema, {
  dataset: z.optional(z.string().check(z.maxLength(scoreFileLimits.setCharacters))),
});

/**
 * JSONL or a JSON array in the project's question form, or CSV (tabs will do) of a question, its
 * answer and in further columns other spellings of the answer; a heading line is passed over.
 * `set` is of questions that do not name their own.
 */
export function readQuestions(text: string, set?: string): QuestionFile {
  const { questions, bad } = readForm(text);
  return { questions: questions.map((one) => ({ ...one, set: one.set ?? set })), bad };
}

function readForm(text: string): QuestionFile {
  const trimmed = text.trimStart();
  if (trimmed.startsWith("[")) return readArray(trimmed);
  return trimmed.startsWith("{") ? readLines(text) : readTable(text);
}

function readArray(text: string): QuestionFile {
  const file: QuestionFile = { questions: [], bad: [] };
  const parsed = z.array(z.unknown()).safeParse(jsonOf(text));
  if (!parsed.success) return { questions: [], bad: [{ line: 1, problem: "not-json" }] };
  for (const [index, value] of parsed.data.entries()) take(file, index + 1, fromJson(value));
  return file;
}

function readLines(text: string): QuestionFile {
  const file: QuestionFile = { questions: [], bad: [] };
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = jsonOf(line);
    take(file, index + 1, value === undefined ? "not-json" : fromJson(value));
  }
  return file;
}

/** Undefined when it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromJson(value: unknown): GoldQuestion | QuestionProblem {
  const parsed = namedQuestion.safeParse(value);
  if (!parsed.success) return "not-a-question";
  const { id, question, answers, dataset } = parsed.data;
  return checked({ id, question, golds: answers, set: dataset });
}

const heading = /^(question|answer|q|a|gold)s?$/iu;

function readTable(text: string): QuestionFile {
  const file: QuestionFile = { questions: [], bad: [] };
  const [firstLine = ""] = text.split("\n", 1);
  const rows = firstLine.includes("\t") ? tsvParseRows(text) : csvParseRows(text);
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell) => cell.trim());
    const [question = "", ...golds] = cells;
    const isHeading = index === 0 && cells.slice(0, 2).every((cell) => heading.test(cell));
    if (isHeading || cells.every((cell) => cell === "")) continue;
    take(
      file,
      index + 1,
      question === "" ? "not-a-question" : checked({ id: null, question, golds }),
    );
  }
  return file;
}

function checked({ id, question, golds, set }: GoldQuestion): GoldQuestion | QuestionProblem {
  const answers = golds.filter((gold) => gold.trim() !== "");
  if (question.length > maxQuestionCharacters) return "too-long";
  return answers.length === 0 ? "no-answer" : { id, question, golds: answers, set };
}

function take(file: QuestionFile, line: number, found: GoldQuestion | QuestionProblem): void {
  if (typeof found === "string") file.bad.push({ line, problem: found });
  else file.questions.push(found);
}
