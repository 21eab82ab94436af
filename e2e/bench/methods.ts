/**
 * Every method on the same questions, everything on this machine: cover-EM, EM and F1 with
 * 95 % intervals, and what it took; then how each differs from Vanilla, question by question,
 * and, of runs kept with --logs, by which exit they left and how often that was right.
 *
 *   npm run bench:methods -- --out RUNS.jsonl [--questions FILE[.gz],FILE…] [--limit N]
 *                            [--methods ID,ID/PRESET,…] [--logs] [--threads N]
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
import { passedOn } from "../../src/cli/passed-on.ts";
import { say, tell } from "../../src/cli/print.ts";
import { choosePreset, methodById } from "../../src/cli/run-settings.ts";
import { libraryOpener, openSession, type Session } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { methods } from "../../src/methods/index.ts";
import type { MethodInfo, Preset } from "../../src/runtime/method.ts";
import { answerRow } from "./answered.ts";
import { ending, MethodRuns } from "./methods-runs.ts";
import { methodsReport } from "./methods-tables.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  questions: { type: "string", default: "public/questions/factbook.jsonl" },
  methods: { type: "string" },
  ...rowOptions,
  out: { type: "string" },
  logs: { type: "boolean", default: false },
  report: { type: "boolean", default: false },
  baseline: { type: "string", default: "vanilla" },
} as const;

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });

interface Chosen {
  method: MethodInfo;
  preset: Preset;
}

interface Question {
  set: string;
  row: QuestionRow;
}

/** Throws UsageError for a method that there is not. */
function namedMethods(): { method: MethodInfo; preset: string | undefined }[] {
  const named = values.methods?.split(",") ?? methods.all.map(({ id }) => id);
  return named.map((name) => {
    const [id = "", preset] = name.split("/");
    return { method: methodById(id), preset };
  });
}

/** "hotpotqa/dev_distractor" */
function setName(path: string): string {
  const [folder, file = folder] = path.split("/").slice(-2);
  return `${folder}/${file?.replace(/\.jsonl(?:\.gz)?$/u, "")}`;
}

async function readQuestions(): Promise<Question[]> {
  const sets = await Promise.all(
    values.questions.split(",").map(async (path) => {
      const rows = selectRows(await readRows(path), values);
      return rows.map((row) => ({ set: setName(path), row }));
    }),
  );
  return sets.flat();
}

async function runAll(runs: MethodRuns): Promise<void> {
  const named = namedMethods();
  const questions = await readQuestions();
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const session = await openSession(readArguments(passedOn(tokens, own)), stop.signal);
  const configured = { ...session.configured, large: false };
  const chosen = named.map(({ method, preset }) => {
    return { method, preset: choosePreset(method, preset, configured) };
  });
  for (const [index, question] of questions.entries()) {
    if (stop.signal.aborted) break;
    tell(`${index + 1} of ${questions.length} · ${question.row.question}`);
    await runQuestion(session, question, chosen, runs);
  }
  await session.close();
}

async function runQuestion(
  session: Session,
  { set, row }: Question,
  chosen: readonly Chosen[],
  runs: MethodRuns,
): Promise<void> {
  const library = libraryOpener(session, row);
  for (const { method, preset } of chosen) {
    const settings = session.resolved(preset.settings);
    const made = { small: session.small, settings };
    const key = { set, method: method.id, preset: preset.id, id: row.id };
    if (runs.has(key, made)) continue;
    const { events, ...scores } = await answerRow(session, row, settings, library);
    const end = ending(events);
    if (end === null) return;
    const kept = values.logs ? { events } : {};
    await runs.add({ ...scores, ...key, title: preset.title, ...made, ...end, ...kept });
    const mark = end.error ?? (scores.scores.coverTokens === 1 ? "+" : "-");
    tell(`  ${mark} ${preset.title}: ${scores.prediction} ${scores.seconds.toFixed(1)} s`);
  }
}

async function main(): Promise<void> {
  if (values.out === undefined) throw new UsageError("Give --out FILE.");
  const runs = await MethodRuns.open(values.out);
  if (!values.report) await runAll(runs);
  if (runs.all.length === 0) throw new UsageError(`${values.out} holds no runs.`);
  say(methodsReport(runs.all, values.baseline));
}

try {
  await main();
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  tell(thrown.message);
  process.exitCode = 2;
}
