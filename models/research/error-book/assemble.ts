/** Assembles the error book and its training rows from the runs of all questions. */

import { pairRuns } from "../../../src/error-book/collect.ts";
import { type ErrorRecord, isPaired } from "../../../src/error-book/record.ts";
import { wrongChain } from "../../../src/methods/skills.ts";
import { exactMatch } from "../../../src/metrics/score.ts";
import type { Chain } from "../../../src/stages/chain-record.ts";
import { spanIsRight } from "../calibration/theta.ts";
import type { ChainRun, ErrorBookRecord } from "../data/lm-inputs.ts";
import { decideRows, errorBookRows } from "../data/lm-own-runs.ts";
import { isPlainAnswer, type LmRow, planRow } from "../data/lm-row.ts";
import type { JudgedRun } from "./judged-runs.ts";
import type { TrainingQuestion } from "./questions.ts";

export interface QuestionRuns {
  question: TrainingQuestion;
  runs: readonly JudgedRun[];
}

/**
 * The book of all questions. With `fromData`, wrong chains of questions that no run got right are
 * paired with the data set's chain, or else with their own steps up to the one with the gold
 * answer; such records have `rightBy: "data"`.
 */
export function assembleBook(all: readonly QuestionRuns[], fromData: boolean): ErrorRecord[] {
  return all.flatMap(({ question, runs }) => {
    const records = pairRuns(runs.flatMap((run) => run.records));
    if (!fromData) return records;
    return records.map((record) => (record.right === null ? completed(record, question) : record));
  });
}

function completed(record: ErrorRecord, question: TrainingQuestion): ErrorRecord {
  const right = question.dataChain ?? ownStepsToGold(record.wrong, question.golds);
  return right === null ? record : { ...record, right, rightBy: "data" };
}

/** For a chain that found the answer but concluded something else. */
function ownStepsToGold(wrong: Chain | null, golds: readonly string[]): Chain | null {
  const steps = wrong?.steps.filter(({ answer }) => answer !== null) ?? [];
  const place = steps.findIndex(({ answer }) => spanIsRight(answer ?? "", golds));
  if (place < 0) return null;
  return { steps: steps.slice(0, place + 1), final: golds[0] ?? "", rests: [place + 1] };
}

/** `error-book.jsonl` in the format `models/research/data/` reads. */
export function trainingRecords(book: readonly ErrorRecord[]): ErrorBookRecord[] {
  return book.filter(isPaired).map(({ question, gold, wrong, right }) => ({
    question,
    wrong: wrongChain(wrong),
    right: { steps: wrongChain(right).steps, ...ending(right, gold ?? []) },
  }));
}

/** `chains-run.jsonl`: for runs with unchanged settings, whether plan and conclusion were right. */
export function chainRuns(all: readonly QuestionRuns[]): ChainRun[] {
  return all.flatMap(({ runs }) => {
    const first = runs.find(({ variant, right }) => variant === "as asked" && right !== null);
    if (first === undefined) return [];
    const { question, steps, right } = first;
    const run = { question, right: right ?? false };
    const plan: ChainRun = { ...run, stage: "plan", solvedSteps: [] };
    return steps.length === 0
      ? [plan]
      : [plan, { ...run, stage: "summarise" as const, solvedSteps: steps }];
  });
}

/** Rows of `correct`, of `decide`, and of `plan` from the model's own right chains. */
export function languageModelRows(
  book: readonly ErrorRecord[],
  runs: readonly ChainRun[],
): LmRow[] {
  return [...errorBookRows(trainingRecords(book)), ...positivePlans(book), ...decideRows(runs)];
}

function positivePlans(book: readonly ErrorRecord[]): LmRow[] {
  const own = book.filter(({ right, rightBy }) => right !== null && rightBy === "run");
  const byQuestion = new Map(own.map((record) => [record.question, record]));
  return [...byQuestion.values()].flatMap(({ question, gold, right }) => {
    const solved = right === null ? [] : wrongChain(right).steps;
    const { final, rests } = ending(right, gold ?? []);
    const plain = [...solved.map(({ answer }) => answer), final].every((one) =>
      isPlainAnswer(one, 20),
    );
    if (solved.length === 0 || !plain) return [];
    return [planRow("own-runs", { question, solved, end: { answer: final, rests } })];
  });
}

/**
 * The target ending of a right chain: the gold answer's words, citing the step that has it. The
 * small model itself cites every step.
 */
export function ending(
  chain: Chain | null,
  golds: readonly string[],
): { final: string; rests: number[] } {
  const said = chain?.final ?? "";
  const final = exactMatch(said, golds) === 1 ? said : (golds[0] ?? said);
  const steps = chain?.steps ?? [];
  const last = steps.findLastIndex(({ answer }) => spanIsRight(answer ?? "", [final]));
  // Yes, no, and things that the question names rest on what was compared.
  const compared = steps.slice(-2).map((_, index) => Math.max(0, steps.length - 2) + index + 1);
  return { final, rests: last < 0 ? compared : [last + 1] };
}
