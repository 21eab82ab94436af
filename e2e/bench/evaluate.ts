/**
 * Answer quality by question type: `npm run bench -- answers --data FILE[.gz] [--limit N] [--skip
 * N] [--every N] [--out FILE]`, with options of `npm run ask`; the journal --out resumes.
 * `--compare A.jsonl B.jsonl …` prints paired differences.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { askOptions, readArguments } from "../../src/cli/arguments.ts";
import { batchOf, idsOf, setName } from "../../src/cli/eval/batch.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { type ResultEvent, runHere } from "../../src/cli/eval/run-here.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { openSession } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { comparisonTable, type NamedRuns, overallTable, typeTable } from "./answer-tables.ts";
import { keptConfigurations } from "./kept-runs.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  data: { type: "string", default: "public/questions/factbook.jsonl" },
  ...rowOptions,
  out: { type: "string" },
  compare: { type: "boolean", default: false },
} as const;

const { values, tokens, positionals } = parseArgs({
  options: { ...askOptions, ...own },
  tokens: true,
  allowPositionals: true,
});

async function compare(files: readonly string[]): Promise<void> {
  const evaluations = await Promise.all(files.map(evaluationsIn));
  console.log(comparisonTable(evaluations.flat()));
}

async function evaluationsIn(file: string): Promise<NamedRuns[]> {
  const kept = keptConfigurations(await Journal.open(file));
  const name = basename(file, ".jsonl");
  return kept.map(({ configuration, runs }) => ({
    name: kept.length === 1 ? name : `${name}: ${configuration.title}`,
    runs,
  }));
}

async function evaluate(): Promise<void> {
  const given = readArguments(passedOn(tokens, own));
  const rows = selectRows(await readRows(values.data), values);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const session = await openSession(given, stop.signal);
  const journal = await Journal.open(values.out ?? null);
  const { settings } = session;
  const configurations = [{ id: "asked", title: given.method.title, settings, small: null }];
  const set = setName(values.data);
  const asked = { title: set, set, rows, configurations, library: given.library };
  const batch = await journal.goOn(batchOf(session, asked), idsOf(rows));
  if (batch === null) {
    throw new Error(`${values.out} was written with other models or other settings`);
  }
  if (journal.results.length > 0) {
    console.log(`${journal.results.length} are there already in ${values.out}`);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const error = await runHere({
    batch,
    questions: rows,
    journal,
    sessionOf: () => session,
    signal: stop.signal,
    onResult: (event) => console.log(resultLine(event, byId.get(event.result.question))),
  });
  await session.close();
  if (error !== null && error !== "asked") throw new Error(error.code);
  const all = keptConfigurations(journal).flatMap(({ runs }) => runs);
  const runs = all.filter(({ result }) => byId.has(result.question));
  const title = values.data.split("/").slice(-2).join("/");
  console.log(`\n${overallTable(title, runs)}\n\n${typeTable(runs, rows)}`);
}

function resultLine({ result, tookMs }: ResultEvent, row: QuestionRow | undefined): string {
  const mark = result.metrics.coverEmTokens === 1 ? "+" : "-";
  const seconds = (tookMs / 1000).toFixed(1);
  return `${mark} ${row?.question} → ${result.prediction} (${row?.answers[0]}) ${seconds} s`;
}

if (values.compare) await compare(positionals);
else await evaluate();
