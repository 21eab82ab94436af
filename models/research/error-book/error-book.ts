/**
 * Makes the error book (CoopLLM): runs the real pipeline on training questions until each has a
 * wrong and a right chain, or its variants are exhausted.
 *
 *   npm run train -- error-book --data FILE… --out FOLDER [--limit N] [--minutes N] [--variants N]
 *                         [--select] [--from-data] [--training FOLDER] [--include-passages]
 *                         [any option of `npm run ask`]
 *
 * FILE is a training file below the data folder (../shared/data/musique/train.jsonl.gz, …) or the
 * built factbook-chains.jsonl; several may be given. Dev and test files and questions are refused.
 * --select runs the questions kept for selection instead: no row of that book is trained on. Rows
 * with their own paragraphs are answered from them, others from --library. A restart resumes a
 * stopped run.
 *
 * FOLDER gets runs.jsonl (the journal, with every log), error-book.jsonl (the records), and the
 * exports sft.jsonl, chat.jsonl and dpo.jsonl. --training FOLDER (models/.build/data) also gets the
 * training inputs: error-book.jsonl, chains-run.jsonl, lm-errorbook.jsonl.
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askOptions, readArguments, UsageError } from "../../../src/cli/arguments.ts";
import { batchOf, idsOf } from "../../../src/cli/eval/batch.ts";
import { Journal } from "../../../src/cli/eval/journal.ts";
import { runHere } from "../../../src/cli/eval/run-here.ts";
import { passedOn } from "../../../src/cli/passed-on.ts";
import { say, tell } from "../../../src/cli/print.ts";
import { runCommand } from "../../../src/cli/run-command.ts";
import { openSession } from "../../../src/cli/session.ts";
import {
  exportErrorBook,
  exportForms,
  withAllowedPassages,
} from "../../../src/error-book/error-book-export.ts";
import { type ErrorRecord, isPaired } from "../../../src/error-book/record.ts";
import { AppError } from "../../../src/log/errors.ts";
import type { LmRow } from "../data/lm-row.ts";
import {
  assembleBook,
  chainRuns,
  languageModelRows,
  type QuestionRuns,
  trainingRecords,
} from "./assemble.ts";
import { type JudgedRun, judgedRuns } from "./judged-runs.ts";
import { asRow, readTrainingQuestions, type TrainingQuestion } from "./questions.ts";
import { allVariants, nextVariant } from "./variants.ts";

const own = {
  data: { type: "string", multiple: true },
  out: { type: "string" },
  limit: { type: "string", default: "1000000" },
  minutes: { type: "string", default: "1000000" },
  variants: { type: "string", default: "3" },
  select: { type: "boolean", default: false },
  "from-data": { type: "boolean", default: false },
  training: { type: "string" },
  "include-passages": { type: "boolean", default: false },
} as const;

const { values, tokens, positionals } = parseArgs({
  options: { ...askOptions, ...own },
  tokens: true,
  allowPositionals: true,
});

async function main(): Promise<void> {
  // Files that a shell expands after --data arrive as positionals.
  const files = [...(values.data ?? []), ...positionals];
  if (files.length === 0 || values.out === undefined) {
    throw new UsageError("Give --data FILE and --out FOLDER.");
  }
  const questions = await readTrainingQuestions(files);
  await mkdir(values.out, { recursive: true });
  const journal = await Journal.open(join(values.out, "runs.jsonl"));
  const wanted = questions.filter(({ select }) => select === values.select);
  await runAll(wanted.slice(0, Number(values.limit)), journal);
  const runsOf = judgedRuns(questions, journal);
  const all = questions
    .map((question) => ({ question, runs: runsOf(question.id) }))
    .filter(({ runs }) => runs.length > 0);
  await write(values.out, all);
}

async function runAll(questions: readonly TrainingQuestion[], journal: Journal): Promise<void> {
  const endsMs = performance.now() + Number(values.minutes) * 60_000;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  // The chain is judged, so the encoder's own answer over all evidence is turned off.
  const given = readArguments(["--evidence=off", ...passedOn(tokens, own)]);
  const session = await openSession(given, stop.signal);
  const { settings, resolved } = session;
  const rows = questions.map(asRow);
  const asked = batchOf(session, {
    title: "Error book",
    set: "error-book",
    rows,
    configurations: allVariants(settings, resolved).map((variant) => ({
      id: variant.name,
      title: variant.name,
      settings: variant.settings,
      small: null,
    })),
    library: given.library,
  });
  const batch = await journal.goOn(asked, idsOf(rows));
  if (batch === null) {
    throw new UsageError("This folder's runs were made with other settings; choose another --out.");
  }
  const most = Number(values.variants);
  const judged = judgedRuns(questions, journal);
  const next = (id: string) => nextVariant(judged(id), { settings, resolved, most });
  const error = await runHere({
    batch,
    questions: rows,
    journal,
    sessionOf: () => session,
    signal: stop.signal,
    pausing: () => performance.now() > endsMs,
    wants: ({ id }, variant) => next(id)?.name === variant.id,
    onResult({ result: { question: id } }) {
      if (next(id) !== null) return;
      const index = questions.findIndex((one) => one.id === id);
      tell(
        `${index + 1} of ${questions.length} · ${journal.results.length} runs · ` +
          `${outcome(judged(id))} · ${questions[index]?.question}`,
      );
    },
  });
  await session.close();
  if (error !== null && error !== "asked") throw new AppError(error.code, error.params);
}

function outcome(runs: readonly JudgedRun[]): string {
  return runs.map(({ right }) => (right === true ? "+" : "-")).join("");
}

async function write(folder: string, everything: readonly QuestionRuns[]): Promise<void> {
  const all = everything.filter(({ question }) => !question.select);
  const book = assembleBook(all, values["from-data"]);
  const options = {
    includePassages: values["include-passages"],
    includePrivatePassages: false,
  };
  const records = book.map((record) => withAllowedPassages(record, options));
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  await writeFile(join(folder, "error-book.jsonl"), lines.join(""));
  for (const form of exportForms) {
    await writeFile(join(folder, `${form}.jsonl`), exportErrorBook(book, form, options));
  }
  if (values.training !== undefined) {
    await writeOwnRuns(values.training, everything);
    await writeRows(values.training, languageModelRows(book, chainRuns(all)));
  }
  printCounts(book, all);
}

/**
 * Includes the questions kept for selection: `train -- lm-rows` puts their rows into
 * `lm-dev.jsonl`.
 */
async function writeOwnRuns(folder: string, all: readonly QuestionRuns[]): Promise<void> {
  const records = trainingRecords(assembleBook(all, values["from-data"]));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "error-book.jsonl"), jsonl(records));
  await writeFile(join(folder, "chains-run.jsonl"), jsonl(chainRuns(all)));
}

/** Writes no empty file: a book of selection questions has no training rows. */
async function writeRows(folder: string, rows: readonly LmRow[]): Promise<void> {
  const file = join(folder, "lm-errorbook.jsonl");
  await (rows.length === 0 ? rm(file, { force: true }) : writeFile(file, jsonl(rows)));
  for (const skill of new Set(rows.map((row) => row.skill))) {
    const count = rows.filter((row) => row.skill === skill).length;
    say(`${folder}: ${count} rows of ${skill}`);
  }
}

function jsonl(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function printCounts(book: readonly ErrorRecord[], all: readonly QuestionRuns[]): void {
  const runs = all.flatMap((one) => one.runs);
  const paired = book.filter(isPaired);
  const count = (some: readonly ErrorRecord[], by: ErrorRecord["rightBy"]) =>
    some.filter(({ rightBy }) => rightBy === by).length;
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  say(
    `${all.length} questions, ${runs.length} runs in ${(seconds / 60).toFixed(1)} minutes\n` +
      `${runs.filter(({ right }) => right === true).length} runs right, ` +
      `${runs.filter(({ right }) => right === false).length} wrong, ` +
      `${runs.filter(({ right }) => right === null).length} without an answer\n` +
      `${book.length} records: ${paired.length} pairs (right chain from a run ${count(paired, "run")}, ` +
      `from the data ${count(paired, "data")}), ` +
      `${book.filter(({ wrong }) => wrong === null).length} right at once, ` +
      `${book.filter(({ right }) => right === null).length} never right`,
  );
}

await runCommand(main);
