/**
 * `npm run pack-runs`: the recorded runs that come with the page, out of a lab report with logs.
 *
 *   npm run pack-runs -- --report FILE.lab.json[.gz] [--price openai/gpt-4.1-mini] [--out FILE]
 *
 * Takes the questions that the page offers as examples, in each combination of small and large. With
 * --price the large model's calls are counted at that price. Times are rounded to milliseconds and
 * other fractions to four digits; nothing else is changed. Then: npm run library.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { repriced } from "../folds/repriced.ts";
import { toAppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import { packRuns, type RecordedRun } from "../log/packed-runs.ts";
import type { Price } from "../log/types.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { listedPrice, readReportFile } from "./report-file.ts";

const examplesFile = "public/questions/examples.json";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      report: { type: "string" },
      price: { type: "string" },
      out: { type: "string", default: "public/examples/combinations.runs.bin" },
    },
  });
  const { report, price, out } = values;
  if (report === undefined) throw new UsageError("Give --report FILE.lab.json[.gz].");
  const runs = await recordedRuns(report, price === undefined ? null : await listedPrice(price));
  const file = gzipSync(JSON.stringify(packRuns(runs)), { level: 9 });
  writeFileSync(out, file);
  const questions = new Set(runs.map(({ question }) => question)).size;
  say(`${out}: ${runs.length} runs of ${questions} questions, ${file.byteLength} bytes`);
}

/** Runs of one question side by side: what they share is then near, which zipping needs. */
async function recordedRuns(path: string, price: Price | null): Promise<RecordedRun[]> {
  const { questions, logs } = await readReportFile(path);
  const offered = questionsOf(readFileSync(examplesFile, "utf8"));
  return questions
    .filter(({ question }) => offered.has(question))
    .flatMap(({ id, question }) =>
      logs
        .filter((log) => log.question === id)
        .map(({ configuration, text }) => {
          const events = openRunFile(text);
          const counted = price === null ? events : repriced(events, "large", price);
          return { question, combination: configuration, events: shortened(counted) };
        }),
    );
}

function questionsOf(json: string): ReadonlySet<string> {
  const rows: readonly { question: string }[] = JSON.parse(json);
  return new Set(rows.map(({ question }) => question));
}

/** Still a run: what was rounded is checked as any file is. */
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
