/** Packs run files into the page's recorded runs. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { repriced } from "../folds/repriced.ts";
import { foldTrace } from "../folds/trace.ts";
import { toAppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import { packRuns, type RecordedRun } from "../log/packed-runs.ts";
import { type Price, type RunSettings, type Stage, stages } from "../log/types.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { listedPrice } from "./report-file.ts";

const arrivalFile = "public/examples/arrival.runs.bin";
const examplesFile = "public/questions/examples.json";

const help = `npm run pack-runs -- FILE.run.json…, then npm run library

  --arrival SSS:SLS:QUESTION  the two runs, one switch apart, that the page opens with
  --price PROVIDER/MODEL      reprices the runs, e.g. as openai/gpt-4.1-mini
  --out FILE                  public/examples/combinations.runs.bin
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false, short: "h" },
      price: { type: "string" },
      arrival: { type: "string" },
      out: { type: "string", default: "public/examples/combinations.runs.bin" },
    },
  });
  if (values.help) return say(help);
  const { out, arrival } = values;
  if (positionals.length === 0) throw new UsageError("Give run files: FILE.run.json…");
  const price = values.price === undefined ? null : await listedPrice(values.price);
  const runs = recordedRuns(positionals, price);
  const file = gzipSync(JSON.stringify(packRuns(runs)), { level: 9 });
  writeFileSync(out, file);
  const questions = new Set(runs.map(({ question }) => question)).size;
  say(`${out}: ${runs.length} runs of ${questions} questions, ${file.byteLength} bytes`);
  if (arrival !== undefined) {
    writeFileSync(arrivalFile, gzipSync(JSON.stringify(flipOf(runs, arrival)), { level: 9 }));
  }
}

/** The page reads these fields unchecked, to open at once. */
function flipOf(runs: readonly RecordedRun[], arrival: string) {
  const [, from = "", to = "", question = ""] = /^([SL]{3}):([SL]{3}):(.+)$/u.exec(arrival) ?? [];
  const side = (combination: string) => {
    const run = runs.find((one) => one.question === question && one.combination === combination);
    if (run === undefined) throw new UsageError(`No run ${combination} of: ${question}`);
    return { combination, events: run.events };
  };
  return { question, from: side(from), to: side(to) };
}

/** Runs are grouped by question: similar text close together compresses better. */
function recordedRuns(paths: readonly string[], price: Price | null): RecordedRun[] {
  const offered = questionsOf(readFileSync(examplesFile, "utf8"));
  const runs = paths.map((path) => runAt(path, price));
  return offered.flatMap((question) => runs.filter((run) => run.question === question));
}

/** Throws UsageError if a stage is left to "decide". */
function runAt(path: string, price: Price | null): RecordedRun {
  const events = openRunFile(readFileSync(path, "utf8"));
  const start = foldTrace(events).start;
  if (start === null) throw new UsageError("A run file is empty.");
  const { question, settings } = start;
  const combination = stages.map((stage) => letterOf(settings[stage])).join("");
  const counted = price === null ? events : repriced(events, "large", price);
  return { question, combination, events: shortened(counted) };
}

function letterOf(tier: RunSettings[Stage]): string {
  if (tier === "small") return "S";
  if (tier === "large") return "L";
  throw new UsageError(`A stage is given to neither the small nor the large model: ${tier}.`);
}

function questionsOf(json: string): string[] {
  const rows: readonly { question: string }[] = JSON.parse(json);
  return rows.map(({ question }) => question);
}

function shortened(events: readonly RunEvent[]): RunEvent[] {
  return openRunFile(JSON.stringify(JSON.parse(writeRunFile(events)), rounded));
}

function rounded(key: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value) || key === "usd") return value;
  return key.endsWith("Ms") ? Math.round(value) : Number(value.toPrecision(4));
}

main().catch((thrown: unknown) => {
  const { code, params } = toAppError(thrown).toData();
  tell(thrown instanceof UsageError ? thrown.message : `${code} ${JSON.stringify(params)}`);
  process.exitCode = 1;
});
