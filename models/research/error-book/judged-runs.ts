/** Runs of the journal, judged by the gold answers. */
import type { Journal } from "../../../src/cli/eval/journal.ts";
import { checkerRecords, goldRecords } from "../../../src/error-book/collect.ts";
import type { ErrorRecord } from "../../../src/error-book/record.ts";
import { foldTrace } from "../../../src/folds/trace.ts";
import { english } from "../../../src/language/english/english.ts";
import { noWords } from "../../../src/language/language.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { openRunFile } from "../../../src/log/file.ts";
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";
import type { TrainingQuestion } from "./questions.ts";

export interface JudgedRun {
  question: string;
  variant: string;
  /** Whether the run's answer is the gold one; null if it gave none. */
  right: boolean | null;
  steps: { query: string; answer: string }[];
  seconds: number;
  records: readonly ErrorRecord[];
}

/** The runs of each question by id, in order; each log is read once. */
export function judgedRuns(
  questions: readonly TrainingQuestion[],
  journal: Journal,
): (id: string) => JudgedRun[] {
  const byId = new Map(questions.map((one) => [one.id, one]));
  const judged = new Map<string, JudgedRun[]>();
  let read = 0;
  return (id) => {
    for (const { question, configuration, text } of journal.logs.slice(read)) {
      const asked = byId.get(question);
      read += 1;
      if (asked === undefined) continue;
      const run = judgedRun(asked, configuration, openRunFile(text));
      judged.set(question, [...(judged.get(question) ?? []), run]);
    }
    return judged.get(id) ?? [];
  };
}

export function judgedRun(
  { question, golds }: TrainingQuestion,
  variant: string,
  events: readonly RunEvent[],
): JudgedRun {
  const { answer } = foldTrace(events);
  const right = answer === null ? null : coverExactMatchTokens(answer.short, golds) === 1;
  return {
    question,
    variant,
    right,
    steps: answer?.path.map(({ query, answer: found }) => ({ query, answer: found })) ?? [],
    seconds: ((events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0)) / 1000,
    records: [
      ...goldRecords(events, golds, english(noWords)),
      ...correctionsOf(events, golds, right === true),
    ],
  };
}

/** Only corrections that the gold answer confirms count. */
function correctionsOf(
  events: readonly RunEvent[],
  golds: readonly string[],
  right: boolean,
): ErrorRecord[] {
  if (!right) return [];
  return checkerRecords(events).map((record) => ({ ...record, gold: [...golds] }));
}
