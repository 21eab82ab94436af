/** What the runs gave, one line a run, so that the command can be stopped and started again. */
import { appendFile, readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { checkerRecords, goldRecords } from "../../../src/error-book/collect.ts";
import { type ErrorRecord, errorRecord } from "../../../src/error-book/record.ts";
import { foldTrace } from "../../../src/folds/trace.ts";
import { english } from "../../../src/language/english/english.ts";
import { noWords } from "../../../src/language/language.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";
import type { TrainingQuestion } from "./questions.ts";

const run = z.object({
  source: z.string(),
  id: z.string(),
  question: z.string(),
  golds: z.array(z.string()),
  variant: z.string(),
  /** The settings that the first variant had; a book is made with one. */
  asked: z.string(),
  /** Whether the run ended with the gold answer; null when it gave none. */
  right: z.nullable(z.boolean()),
  /** What the run concluded from. */
  steps: z.array(z.object({ query: z.string(), answer: z.string() })),
  seconds: z.number(),
  records: z.array(errorRecord),
});
export type JournalRun = z.infer<typeof run>;

export class Journal {
  readonly #path: string;
  readonly #runs: JournalRun[];

  private constructor(path: string, runs: JournalRun[]) {
    this.#path = path;
    this.#runs = runs;
  }

  /** A missing file is an empty journal. A last line that was cut off is left out. */
  static async open(path: string): Promise<Journal> {
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
      throw error;
    });
    const whole = text.split("\n").slice(0, -1);
    return new Journal(
      path,
      whole.map((line) => run.parse(JSON.parse(line))),
    );
  }

  get runs(): readonly JournalRun[] {
    return this.#runs;
  }

  of({ source, id }: Pick<TrainingQuestion, "source" | "id">): JournalRun[] {
    return this.#runs.filter((one) => one.source === source && one.id === id);
  }

  async add(one: JournalRun): Promise<void> {
    this.#runs.push(one);
    await appendFile(this.#path, `${JSON.stringify(one)}\n`);
  }
}

/** One run as the journal keeps it. */
export function journalRun(
  { source, id, question, golds }: TrainingQuestion,
  of: { variant: string; asked: string },
  { events, seconds }: { events: readonly RunEvent[]; seconds: number },
): JournalRun {
  const { answer } = foldTrace(events);
  const right = answer === null ? null : coverExactMatchTokens(answer.short, golds) === 1;
  return {
    source,
    id,
    question,
    golds: [...golds],
    ...of,
    right,
    steps: answer?.path.map(({ query, answer: found }) => ({ query, answer: found })) ?? [],
    seconds,
    records: [
      ...goldRecords(events, golds, english(noWords)),
      ...correctionsOf(events, golds, right === true),
    ],
  };
}

/** What the checker corrected on the way counts where the gold answer says that it was right to. */
function correctionsOf(
  events: readonly RunEvent[],
  golds: readonly string[],
  right: boolean,
): ErrorRecord[] {
  if (!right) return [];
  return checkerRecords(events).map((record) => ({ ...record, gold: [...golds] }));
}
