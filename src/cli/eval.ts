/**
 * `npm run eval`: a batch of the lab without the page, with the same runner and the same report.
 *
 *   npm run eval -- --data FILE[.gz] --out report.json [--compare NAME] [--limit N] [--seed S]
 *                   [any option of `npm run ask`: --library, --method, --preset, --plan, …]
 *
 * FILE is in any format that the page imports. Rows with paragraphs of their own are answered
 * from them, the others from --library. --compare asks every question in several ways: eight (all
 * combinations of small and large; --combinations says the same), decision, rewriters or
 * table-two (CoopLLM's ablations and rows), or models (its Table 3): with the models as they are
 * and with --base-small and --base-encoder, taken as --small and --encoder are; with a large model
 * each also beside it. --cap is a budget over all of it. Beside the report stands its journal:
 * stopped and started again with the same options it goes on, and no call is made twice.
 */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { measure } from "../evaluation/analysis/measure.ts";
import { batchBudget } from "../evaluation/batch/budget.ts";
import { Remembering } from "../evaluation/batch/memory.ts";
import type { BatchEvent } from "../evaluation/batch/progress.ts";
import { foldProgress, startProgress } from "../evaluation/batch/progress.ts";
import { patientModel } from "../evaluation/batch/rate-limit.ts";
import { writeReport } from "../evaluation/batch/report.ts";
import { type BatchPorts, resultKey, runBatch } from "../evaluation/batch/run-batch.ts";
import type { QuestionRow } from "../evaluation/questions/question.ts";
import type { LabBatch } from "../evaluation/types.ts";
import { needsVectors } from "../evaluation/vectors.ts";
import { type ErrorData, toAppError } from "../log/errors.ts";
import { writeRunFile } from "../log/file.ts";
import { errorText } from "../ui-kit/text/errors.ts";
import { askOptions, readArguments, UsageError } from "./arguments.ts";
import {
  baseOf,
  comparisonOf,
  configurationsOf,
  evalOptions,
  readQuestions,
  wholeNumber,
} from "./eval/arguments.ts";
import { Journal } from "./eval/journal.ts";
import { openSessions, type Sessions, type Whose } from "./eval/sessions.ts";
import { evaluationTables } from "./eval/table.ts";
import { systemClock } from "./node-ports.ts";
import { passedOn } from "./passed-on.ts";
import { say, tell } from "./print.ts";
import { type Dress, libraryOpener, type Session } from "./session.ts";

async function main(argv: string[]): Promise<number> {
  const { values, tokens } = parseArgs({
    args: argv,
    options: { ...askOptions, ...evalOptions },
    tokens: true,
  });
  const { data, out } = values;
  if (data === undefined || out === undefined) {
    throw new UsageError("Give --data FILE and --out report.json.");
  }
  const comparison = comparisonOf(values);
  const baseFlags = baseOf(values, comparison);
  const seed = wholeNumber("seed", values.seed);
  const set = await readQuestions(data, { limit: wholeNumber("limit", values.limit), seed }, tell);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const given = readArguments(passedOn(tokens, evalOptions));
  const journal = await Journal.open(`${out}.journal.jsonl`);
  const id = randomUUID();
  // The budget is over the whole batch and kept in the journal, not over this process.
  const sessions = await openSessions(
    { ...given, capUsd: null },
    baseFlags,
    stop.signal,
    dressed(journal, id, given.capUsd),
  );
  const { small, encoder, large } = sessions.own;
  const asked: LabBatch = {
    id,
    title: `${given.method.title} on ${set.name}`,
    createdEpochMs: systemClock.epochMs(),
    set: set.name,
    questionCount: set.questions.length,
    library: set.hasContext ? "own-context" : "shared",
    libraryId: given.library,
    configurations: configurationsOf(given, sessions, comparison),
    models: { small, large: large?.model ?? null, encoder },
    largePrice: large?.price ?? null,
    budgetUsd: given.capUsd,
    seed: seed ?? 0,
  };
  const batch = await journal.begin(
    asked,
    set.questions.map((row) => row.id),
  );
  if (batch === null) {
    throw new UsageError(`${out}.journal.jsonl is of another evaluation; choose another --out.`);
  }
  const error = await runAll(batch, set.questions, { sessions, journal, signal: stop.signal });
  await sessions.close();
  await pipeline(
    Readable.from(
      writeReport({ batch, paidUsd: journal.paidUsd, ...asStreams(set.questions, journal) }),
    ),
    createWriteStream(out),
  );
  if (journal.results.length > 0) {
    say(evaluationTables(batch, journal.results));
  }
  if (error === null) return 0;
  tell(`${error === "asked" ? "Stopped." : sentence(error)} The same command goes on from here.`);
  return 1;
}

/** A memory around both models; around the large one the batch's budget and patience, too. */
function dressed(journal: Journal, id: string, capUsd: number | null): (whose: Whose) => Dress {
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  const remembering = new Remembering({ memory: journal.calls, sha256 });
  const budget = batchBudget(id, capUsd, journal.paid);
  const patience = {
    clock: systemClock,
    sleep: async (ms: number) => void (await wait(ms)),
    random: Math.random,
    onWait: (until: number) => tell(`The server asks to wait until ${time(until)}.`),
    onGo: () => undefined,
  };
  return (whose) => ({
    small: (model) =>
      remembering.model(model, whose === "own" ? model.device : `${model.device} ${whose}`),
    large: (model) => remembering.model(budget.cap(patientModel(model, patience)), ""),
  });
}

interface Running {
  sessions: Sessions;
  journal: Journal;
  signal: AbortSignal;
}

/** Null when all is done; else why it stands still. */
async function runAll(
  batch: LabBatch,
  questions: readonly QuestionRow[],
  running: Running,
): Promise<ErrorData | "asked" | null> {
  const { journal, signal } = running;
  const total = batch.questionCount * batch.configurations.length;
  let fold = startProgress(total, journal.results, journal.paidUsd);
  await runBatch(batch, portsOver(questions, running), {
    signal,
    pausing: () => false,
    tell: (event) => {
      fold = foldProgress(fold, event);
      if (event.type === "result") tell(resultLine(event, fold.progress.done, total));
    },
  });
  const { phase, error } = fold.progress;
  return phase === "done" ? null : (error ?? "asked");
}

function portsOver(questions: readonly QuestionRow[], { sessions, journal }: Running): BatchPorts {
  return {
    clock: systemClock,
    prepare: async () => undefined,
    // The model runs in this process: where it died, so did this.
    reload: async () => undefined,
    async question(index) {
      const row = questions[index];
      if (row === undefined) throw new RangeError(`no question ${index}`);
      return row;
    },
    async openQuestion(row) {
      const libraries = new Map<Session, ReturnType<typeof libraryOpener>>();
      return {
        async *ask(configuration) {
          const { settings } = configuration;
          const session = sessions.of(configuration);
          const library = libraries.get(session) ?? libraryOpener(session, row);
          libraries.set(session, library);
          const retriever = await library(needsVectors(settings));
          yield* (await session.answer(row.question, settings, retriever)).events;
        },
        close: () => undefined,
      };
    },
    measure,
    stored: async () =>
      new Set(journal.results.map((one) => resultKey(one.question, one.configuration))),
    keep: (result, events) => journal.keep(result, writeRunFile(events)),
    paidUsd: async () => journal.paidUsd,
  };
}

function asStreams(questions: readonly QuestionRow[], { results, logs }: Journal) {
  return { questions: inOne(questions), results: inOne(results), logs: inOne(logs) };
}

async function* inOne<T>(records: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  yield records;
}

function resultLine(
  { result, tookMs }: Extract<BatchEvent, { type: "result" }>,
  done: number,
  total: number,
): string {
  const { question, configuration, outcome, error, prediction } = result;
  const said = outcome === "answered" ? prediction : `failed: ${error ?? ""}`;
  return `${done} of ${total} · ${(tookMs / 1000).toFixed(1)} s · ${configuration} · ${question} · ${said}`;
}

function time(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(11, 19);
}

function sentence(error: ErrorData): string {
  const { title, body } = errorText(error);
  return `${title}. ${body}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  tell(thrown instanceof UsageError ? thrown.message : sentence(toAppError(thrown).toData()));
  process.exitCode = 2;
}
