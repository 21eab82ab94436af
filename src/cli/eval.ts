/** Runs the lab's runner without the page; `eval/help.ts` explains the options. */
import { createHash, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { batchBudget } from "../evaluation/batch/budget.ts";
import { CachingModels } from "../evaluation/batch/memory.ts";
import { backoffOver } from "../evaluation/batch/rate-limit.ts";
import { type ReportSource, writeReport } from "../evaluation/batch/report.ts";
import { canSettle } from "../evaluation/batch/settling.ts";
import { eightCombinations } from "../evaluation/combinations.ts";
import { resultsWanted, withCeilings } from "../evaluation/oracle/batch.ts";
import type { QuestionRow } from "../evaluation/questions/question.ts";
import type { LabBatch } from "../evaluation/types.ts";
import { systemClock } from "../node/node-ports.ts";
import { outsideSentence } from "../ui-kit/text/outside-errors.ts";
import { askOptions, readArguments, UsageError } from "./arguments.ts";
import {
  comparedIn,
  comparisonOf,
  configurationsOf,
  evalOptions,
  logsFile,
  readBaseFlags,
  readDetails,
  readQuestions,
  readSideBySide,
  readSmallModels,
  wholeNumber,
} from "./eval/arguments.ts";
import { batchOf, idsOf, inOrder } from "./eval/batch.ts";
import { evalHelp } from "./eval/help.ts";
import { Journal } from "./eval/journal.ts";
import { ceilingsFor, readOracle, withoutGold } from "./eval/oracle.ts";
import { placesOf } from "./eval/places.ts";
import { type ResultEvent, runHere } from "./eval/run-here.ts";
import { openSessions, type SessionRole } from "./eval/sessions.ts";
import { evaluationTables } from "./eval/table.ts";
import { passedOn } from "./passed-on.ts";
import { say, tell } from "./print.ts";
import { runProgram } from "./run-command.ts";
import type { ModelWrappers } from "./session.ts";

async function main(argv: readonly string[]): Promise<number> {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: { ...askOptions, ...evalOptions },
    tokens: true,
  });
  if (values.help) {
    say(evalHelp);
    return 0;
  }
  const { data, out } = values;
  if (data === undefined || out === undefined) {
    throw new UsageError("Give --data FILE and --out report.lab.json.");
  }
  const logs = logsFile(values);
  const comparison = comparisonOf(values);
  const base = readBaseFlags(values, comparison);
  const smallModels = readSmallModels(values["small-models"], comparison);
  const seed = wholeNumber("seed", values.seed);
  const wanted = readSideBySide(values);
  const set = await readQuestions(data, { limit: wholeNumber("limit", values.limit), seed }, tell);
  const stop = new AbortController();
  // Every call in progress adds a listener.
  setMaxListeners(0, stop.signal);
  process.once("SIGINT", () => stop.abort());
  const given = readArguments(passedOn(tokens, evalOptions));
  const details = readDetails(values, comparison, given);
  const perfect = readOracle(values.oracle, comparison, given.method);
  const skipped = withoutGold(perfect, set, tell);
  const journal = await Journal.open(`${out}.journal.jsonl`);
  const id = randomUUID();
  const besides = base === null ? smallModels : [...smallModels, base.small ?? given.small];
  // A core is worth more as a copy than as a second thread.
  const isSaid = tokens.some((token) => token.kind === "option" && token.name === "threads");
  const threads = isSaid ? given.threads : 1;
  const { questions: atOnce, copies } = await placesOf({ ...given, threads }, besides, wanted);
  // One question at a time gains nothing from a thread.
  const inThreads = atOnce > 1 && copies > 0 ? { copies, threads } : {};
  // The journal keeps the budget, which covers the whole batch and not one process.
  const sessions = await openSessions(
    { ...given, capUsd: null, ...inThreads },
    { base, smallModels },
    stop.signal,
    dressed(journal, id, given.capUsd),
  );
  const begin = async () => {
    const { settings } = sessions.own;
    // Without a comparison, ceilings are measured against all small.
    const configurations =
      comparison === null && perfect.length > 0
        ? eightCombinations(settings, given.method.stages).slice(0, 1)
        : configurationsOf(given, sessions, comparison, details);
    const request = batchOf(sessions.own, {
      id,
      title: `${given.method.title} on ${set.name}`,
      set: set.name,
      rows: set.questions,
      configurations,
      comparison: comparedIn(comparison, given, details),
      ceilings: ceilingsFor(settings, given.method, perfect, skipped),
      library: given.library,
      budgetUsd: given.capUsd,
      seed: seed ?? 0,
      untilSettled: values["until-settled"],
    });
    if (values["until-settled"] && (perfect.length > 0 || !canSettle(request))) {
      throw new UsageError(
        "--until-settled needs --combinations of two stages or more, 30 questions, and no --oracle.",
      );
    }
    const begun = await journal.begin(request, idsOf(set.questions));
    if (begun !== null) return begun;
    throw new UsageError(`${out}.journal.jsonl is of another evaluation; choose another --out.`);
  };
  const planned = await begin().catch(async (thrown: unknown) => {
    // Its threads would keep this process alive.
    await sessions.close();
    throw thrown;
  });
  const total = resultsWanted(planned);
  const error = await runHere({
    batch: planned,
    questions: set.questions,
    journal,
    sessionOf: sessions.of,
    signal: stop.signal,
    atOnce,
    reload: sessions.reload,
    onResult: (event, done) => tell(resultLine(event, done, total)),
  });
  await sessions.close();
  const isEnded = error === null && planned.untilSettled === true;
  const batch = isEnded ? { ...planned, spared: total - journal.results.length } : planned;
  if (batch.spared === 0) tell("Every question was asked in every setup.");
  else if (batch.spared !== undefined) tell(`Settled: ${batch.spared} answers were not needed.`);
  const { paidUsd } = journal;
  const streams = asStreams(set.questions, batch, journal);
  if (logs === null) await write(out, { batch, paidUsd, ...streams });
  else {
    const bare = set.questions.map(({ context: _context, ...row }) => row);
    await write(out, { batch, paidUsd, ...streams, questions: inOne(bare), logs: none() });
    const first = set.questions.slice(0, logs.questions);
    const own = { ...planned, questionCount: first.length };
    await write(logs.path, { batch: own, paidUsd, ...asStreams(first, batch, journal) });
  }
  if (journal.results.length > 0) {
    say(evaluationTables(batch, journal.results));
  }
  if (error === null) return 0;
  tell(
    `${error === "asked" ? "Stopped." : outsideSentence(error)} The same command continues from here.`,
  );
  return 1;
}

/** A model at a server also gets the batch's budget and retries. */
function dressed(
  journal: Journal,
  id: string,
  capUsd: number | null,
): (whose: SessionRole) => ModelWrappers {
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  const remembering = new CachingModels({ memory: journal.calls, sha256 });
  const budget = batchBudget(id, capUsd, journal.paid);
  const patience = {
    clock: systemClock,
    sleep: async (ms: number) => void (await wait(ms)),
    random: Math.random,
    onWait: (until: number) => tell(`The server asks to wait until ${time(until)}.`),
    onGo: () => undefined,
  };
  const patient = backoffOver(patience);
  return (whose) => ({
    here: (model, device) =>
      remembering.model(model, whose === "own" ? device : `${device} ${whose}`),
    server: (model) => remembering.model(budget.cap(patient(model)), ""),
  });
}

async function write(path: string, source: ReportSource): Promise<void> {
  const text = Readable.from(writeReport(source));
  const file = createWriteStream(path);
  await (path.endsWith(".gz")
    ? pipeline(text, createGzip({ level: 9 }), file)
    : pipeline(text, file));
}

function asStreams(questions: readonly QuestionRow[], batch: LabBatch, { results, logs }: Journal) {
  const { configurations } = withCeilings(batch);
  return {
    questions: inOne(questions),
    results: inOne(inOrder(results, questions, configurations)),
    logs: inOne(inOrder(logs, questions, configurations)),
  };
}

async function* none(): AsyncGenerator<never, void, undefined> {}

async function* inOne<T>(records: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  yield records;
}

function resultLine({ result, tookMs }: ResultEvent, done: number, total: number): string {
  const { question, configuration, outcome, error, prediction } = result;
  const outcomeText = outcome === "answered" ? prediction : `failed: ${error ?? ""}`;
  return `${done} of ${total} · ${(tookMs / 1000).toFixed(1)} s · ${configuration} · ${question} · ${outcomeText}`;
}

function time(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(11, 19);
}

await runProgram(main);
