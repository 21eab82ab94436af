/** Rows from the tuned model's own runs: error book, self-knowledge, decisions, known answers. */

import {
  correctPrompt,
  decidePrompt,
  finalLine,
  knowPrompt,
  planPrompt,
  queryLine,
} from "../../../src/methods/skills.ts";
import type { Step } from "../../../src/runtime/prompts.ts";
import type { ChainRun, ErrorBookRecord, KnownChain, ProxyAnswer } from "./lm-inputs.ts";
import { balanced } from "./lm-order.ts";
import { answerRow, chainSegments, isPlainAnswer, type LmRow, type Segment } from "./lm-row.ts";

const own = "own-runs";

/** `correct`: the wrong chain is in the prompt, the right one is learned as in `plan`. */
export function errorBookRows(records: readonly ErrorBookRecord[]): LmRow[] {
  return records.filter(usable).map(({ question, wrong, right }) => ({
    skill: "correct",
    source: "error-book",
    question,
    messages: correctPrompt(question, wrong, []).messages,
    segments: chainSegments(right.steps, { answer: right.final, rests: right.rests }),
  }));
}

function usable({ wrong, right }: ErrorBookRecord): boolean {
  const answers = [...right.steps, { query: "", answer: right.final }];
  return (
    wrong.steps.length > 0 &&
    right.steps.length > 0 &&
    answers.every(({ answer }) => isPlainAnswer(answer, 20))
  );
}

/** `decide`: yes if the model's own plan or conclusion was right; equally many yes and no. */
export function decideRows(runs: readonly ChainRun[]): LmRow[] {
  const rows = runs.map((run) => ({ run, key: `${run.stage}/${run.question}` }));
  return balanced(rows, ({ run }) => run.right).map(({ run }) =>
    answerRow(
      "decide",
      own,
      run.question,
      decidePrompt(run.stage, run.question, run.solvedSteps),
      run.right ? "yes" : "no",
    ),
  );
}

/** `know`: yes if the model's own closed-book answer was right; equally many yes and no. */
export function knowRows(answers: readonly ProxyAnswer[]): LmRow[] {
  const rows = answers.map((answer) => ({ answer, key: answer.question }));
  return balanced(rows, ({ answer }) => answer.right).map(({ answer }) =>
    answerRow(
      "know",
      own,
      answer.question,
      knowPrompt(answer.question),
      answer.right ? "yes" : "no",
    ),
  );
}

/** `plan` with `Q` lines: answers the model knew are learned with their query. */
export function knownRows(chains: readonly KnownChain[]): LmRow[] {
  return chains.map(({ question, steps, final, rests }) => ({
    skill: "plan",
    source: own,
    question,
    messages: planPrompt(question, []).messages,
    segments: [
      ...steps.flatMap((step, index) => knownSegments(index + 1, step, step.known)),
      { text: finalLine(final, rests), learn: true },
    ],
  }));
}

function knownSegments(number: number, { query, answer }: Step, known: boolean): Segment[] {
  const line = queryLine(number, query, known ? answer : null);
  const rest = known ? "\n" : `\nA${number}: ${answer}\n`;
  return [
    { text: line, learn: true },
    { text: rest, learn: false },
  ];
}
