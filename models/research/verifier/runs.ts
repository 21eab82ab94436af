/**
 * Runs the real pipeline with the embedded models over the verifier's questions and tabulates
 * features of their logs for `training/fit_verifier.py`:
 *
 *   npm run train -- verifier --data ../shared/data [--minutes N] [--part K/N]
 *
 * `models/.build/verifier/` gets runs.K.jsonl (one line per run, with its log) and features.tsv. A
 * restart resumes a stopped run. Parts run in parallel, one per core. About 1.5 s per run.
 */
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { askOptions, readArguments } from "../../../src/cli/arguments.ts";
import { passedOn } from "../../../src/cli/passed-on.ts";
import { tell } from "../../../src/cli/print.ts";
import { libraryOpener, openSession, type Session } from "../../../src/cli/session.ts";
import { measure } from "../../../src/evaluation/analysis/measure.ts";
import type { QuestionRow } from "../../../src/evaluation/questions/question.ts";
import { needsVectors } from "../../../src/evaluation/vectors.ts";
import { foldTrace } from "../../../src/folds/trace.ts";
import { featureNames, featuresOf } from "../../../src/folds/verifier/features.ts";
import { english } from "../../../src/language/english/english.ts";
import { openRunFile, writeRunFile } from "../../../src/log/file.ts";
import type { RunSettings } from "../../../src/log/types.ts";
import { methods } from "../../../src/methods/index.ts";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { onDevice } from "../../../src/session/presets.ts";
import { unitHash } from "../data/sources.ts";
import { type VerifierSet, verifierSets } from "./questions.ts";

const folder = join(repositoryRoot, "models/.build/verifier");
const own = {
  data: { type: "string", default: join(repositoryRoot, "../shared/data") },
  minutes: { type: "string", default: "1000000" },
  part: { type: "string", default: "1/1" },
} as const;

const keptRun = z.object({
  id: z.string(),
  set: z.string(),
  use: z.enum(["train", "dev"]),
  way: z.string(),
  right: z.number(),
  log: z.string(),
});
type KeptRun = z.infer<typeof keptRun>;

interface Task {
  at: number;
  set: VerifierSet;
  row: QuestionRow;
  way: string;
}

/**
 * Every question by the first method and by direct look-up, some by the paper's settings and by the
 * others.
 */
function tasksOf(sets: readonly VerifierSet[], ways: readonly string[]): Task[] {
  const [first = "", plain = "", printed = "", ...others] = ways;
  const tasks = sets.flatMap((set) =>
    set.rows.flatMap((row, place) => {
      const drawn = others[Math.floor(unitHash(`way/${row.id}`) * others.length)] ?? plain;
      const wanted = [
        first,
        plain,
        ...(set.use === "train" || unitHash(`other/${row.id}`) < 0.4 ? [drawn] : []),
        ...(set.use === "train" && unitHash(`printed/${row.id}`) < 0.4 ? [printed] : []),
      ];
      // Sets are interleaved, so that any prefix is a sample of the whole.
      return wanted.map((way) => ({ at: (place + 0.5) / set.rows.length, set, row, way }));
    }),
  );
  return tasks.sort((a, b) => a.at - b.at);
}

/** Every method, all on this device, and CoopLLM with the paper's settings. */
function waysOf(session: Session): Map<string, RunSettings> {
  const settings = methods.all.flatMap(({ id, presets }) =>
    presets.slice(0, 1).map((preset): [string, RunSettings] => [id, onDevice(preset.settings)]),
  );
  const [[firstId = "", printed] = []] = settings;
  if (printed === undefined) throw new Error("no method");
  const ways = new Map(settings);
  ways.set(firstId, session.settings);
  ways.set(`${firstId}, as printed`, printed);
  return new Map([...ways].map(([id, one]) => [id, session.resolved(one)]));
}

async function readRuns(): Promise<KeptRun[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith("runs."));
  const texts = await Promise.all(files.sort().map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) =>
    // A truncated last line is run again.
    text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean)
      .map((line) => keptRun.parse(JSON.parse(line))),
  );
}

async function writeFeatures(): Promise<number> {
  const lines = (await readRuns()).flatMap(({ id, set, use, way, right, log }) => {
    const features = featuresOf(foldTrace(openRunFile(log)));
    if (features === null) return [];
    return [[id, set, use, way, right, ...featureNames.map((name) => features[name] ?? "")]];
  });
  const head = ["id", "set", "use", "way", "right", ...featureNames];
  const table = [head, ...lines].map((cells) => cells.join("\t")).join("\n");
  await writeFile(join(folder, "features.tsv"), `${table}\n`);
  return lines.length;
}

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });
  const [part = 1, parts = 1] = values.part.split("/").map(Number);
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const session = await openSession(readArguments(passedOn(tokens, own)), stop.signal);
  const ways = waysOf(session);
  const done = new Set((await readRuns()).map(({ id, way }) => `${id} ${way}`));
  const wanted = tasksOf(await verifierSets(values.data), [...ways.keys()]).filter(
    ({ row, way }) =>
      Math.floor(unitHash(`part/${row.id}`) * parts) === part - 1 && !done.has(`${row.id} ${way}`),
  );
  const language = english({ aliases: [], quantities: [] });
  const endsMs = performance.now() + Number(values.minutes) * 60_000;
  for (const [index, { set, row, way }] of wanted.entries()) {
    const settings = ways.get(way);
    if (settings === undefined || stop.signal.aborted || performance.now() > endsMs) break;
    const retriever = await libraryOpener(session, row)(needsVectors(settings));
    const { events } = await session.answer(row.question, settings, retriever);
    const { right } = measure(row, events, language).metrics;
    // An unanswerable question is never answered right.
    const kept: KeptRun = {
      id: row.id,
      set: set.name,
      use: set.use,
      way,
      right: right ?? 0,
      log: writeRunFile(events),
    };
    await appendFile(join(folder, `runs.${part}.jsonl`), `${JSON.stringify(kept)}\n`);
    if (index % 100 === 99) tell(`${index + 1} of ${wanted.length} runs`);
  }
  await session.close();
  tell(`${await writeFeatures()} runs in features.tsv`);
}

await main();
