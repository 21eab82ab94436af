/**
 * Every method on the same questions, everything on this machine: cover-EM, EM and F1 with
 * 95 % intervals, and what it took; then how each differs from Vanilla, question by question,
 * and by which exit they left and how often that was right.
 *
 *   npm run bench:methods -- --out RUNS.jsonl [--questions FILE[.gz],FILE…] [--limit N]
 *                            [--methods ID,ID/PRESET,…] [--threads N]
 *                            [any option of `npm run ask` about models and libraries]
 *   npm run bench:methods -- --out RUNS.jsonl --report [--baseline ID]
 *
 * Without --methods: all of them, each by its first preset that needs no large model. Rows
 * with their own `context` are answered from it alone, the others from --library. The models
 * are loaded once. Questions are the outer loop, so that a run that is stopped has asked
 * every method nearly the same; started again with the same --out, it goes on. --limit,
 * --skip and --every choose rows of each file. --report prints what is there and runs nothing.
 */
import { parseArgs } from "node:util";
import { askOptions, readArguments, UsageError } from "../../src/cli/arguments.ts";
import { batchOf, idsOf, setName } from "../../src/cli/eval/batch.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { runHere } from "../../src/cli/eval/run-here.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { say, tell } from "../../src/cli/print.ts";
import { choosePreset, methodById } from "../../src/cli/run-settings.ts";
import { openSession } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { AppError } from "../../src/log/errors.ts";
import { methods } from "../../src/methods/index.ts";
import type { MethodInfo } from "../../src/runtime/method.ts";
import { keptConfigurations } from "./kept-runs.ts";
import { methodsReport } from "./methods-tables.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  questions: { type: "string", default: "public/questions/factbook.jsonl" },
  methods: { type: "string" },
  ...rowOptions,
  out: { type: "string" },
  report: { type: "boolean", default: false },
  baseline: { type: "string", default: "vanilla" },
} as const;

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });

interface QuestionSet {
  set: string;
  rows: QuestionRow[];
}

/** Throws UsageError for a method that there is not. */
function namedMethods(): { method: MethodInfo; preset: string | undefined }[] {
  const named = values.methods?.split(",") ?? methods.all.map(({ id }) => id);
  return named.map((name) => {
    const [id = "", preset] = name.split("/");
    return { method: methodById(id), preset };
  });
}

function readQuestions(): Promise<QuestionSet[]> {
  return Promise.all(
    values.questions.split(",").map(async (path) => ({
      set: setName(path),
      rows: selectRows(await readRows(path), values),
    })),
  );
}

async function runAll(journal: Journal): Promise<void> {
  const named = namedMethods();
  const sets = await readQuestions();
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const given = readArguments(passedOn(tokens, own));
  const session = await openSession(given, stop.signal);
  const configured = { ...session.configured, large: false };
  const configurations = named.map(({ method, preset }) => {
    const { id, title, settings } = choosePreset(method, preset, configured);
    return { id: `${method.id}/${id}`, title, settings: session.resolved(settings), small: null };
  });
  for (const { set, rows } of sets) {
    const asked = { title: set, set, rows, configurations, library: given.library };
    const batch = await journal.goOn(batchOf(session, asked), idsOf(rows));
    if (batch === null) {
      throw new UsageError(`${values.out}: ${set} was run with other models or other settings.`);
    }
    const error = await runHere({
      batch,
      questions: rows,
      journal,
      sessionOf: () => session,
      signal: stop.signal,
      onResult: ({ result, tookMs }, done) => {
        const mark = result.error ?? (result.metrics.coverEmTokens === 1 ? "+" : "-");
        const { title = "" } = configurations.find(({ id }) => id === result.configuration) ?? {};
        const { question = "" } = rows.find(({ id }) => id === result.question) ?? {};
        const of = `${done} of ${rows.length * configurations.length}`;
        tell(
          `${of} · ${question}\n  ${mark} ${title}: ${result.prediction} ${(tookMs / 1000).toFixed(1)} s`,
        );
      },
    });
    if (error === "asked") break;
    if (error !== null) throw new AppError(error.code, error.params);
  }
  await session.close();
}

async function main(): Promise<void> {
  if (values.out === undefined) throw new UsageError("Give --out FILE.");
  const journal = await Journal.open(values.out);
  if (!values.report) await runAll(journal);
  if (journal.results.length === 0) throw new UsageError(`${values.out} holds no runs.`);
  say(methodsReport(keptConfigurations(journal), values.baseline));
}

try {
  await main();
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  tell(thrown.message);
  process.exitCode = 2;
}
