/** Writes the figures of the first screen. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type WrittenShares, writtenShares } from "../evaluation/analysis/written-share.ts";
import { sampleSummary } from "../evaluation/sample/build.ts";
import { toAppError } from "../log/errors.ts";
import { openRunFile } from "../log/file.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { listedPrice, readReportFile } from "./report-file.ts";
import { outcomesCsv, outcomesParquet, shippedOutcomes } from "./reports/outcomes.ts";

const examplesFolder = "public/examples";

const help = `npm run summary -- --report FILE --price PROVIDER/MODEL, then npm run library
npm run summary -- --outcomes FOLDER

  --report FILE             a lab report of eight combinations (.lab.json or .lab.json.gz)
  --price PROVIDER/MODEL    what the large model's tokens cost, e.g. openai/gpt-4.1-mini
  --logs FILE               logs of some of its runs, for a report with only a sum of large tokens;
                            its money is then an estimate
  --set TITLE               how the question set is called (The World Factbook)
  --out FILE                public/examples/summary.json
  --outcomes FOLDER         what every setup of every shipped report answered, a row a question and
                            setup: outcomes.csv.gz and outcomes.parquet (docs/outcomes)
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false, short: "h" },
      report: { type: "string" },
      price: { type: "string" },
      logs: { type: "string" },
      set: { type: "string", default: "The World Factbook" },
      out: { type: "string", default: "public/examples/summary.json" },
      outcomes: { type: "string" },
    },
  });
  if (values.help) return say(help);
  const { report, price, logs, set, out, outcomes } = values;
  if (outcomes !== undefined) return writeOutcomes(outcomes);
  if (report === undefined || price === undefined) {
    throw new UsageError("Give --report FILE.lab.json[.gz] and --price openai/gpt-4.1-mini.");
  }
  const { batch, results } = await readReportFile(report);
  const summary = sampleSummary({
    batch,
    results,
    set,
    price: await listedPrice(price),
    written: logs === undefined ? null : await sharesIn(logs),
  });
  const text = `${JSON.stringify(summary)}\n`;
  writeFileSync(out, text);
  say(`${out}: ${summary.questions} questions, ${text.length} bytes`);
}

async function writeOutcomes(folder: string): Promise<void> {
  const rows = await shippedOutcomes(examplesFolder);
  mkdirSync(folder, { recursive: true });
  const files = {
    "outcomes.csv.gz": gzipSync(outcomesCsv(rows), { level: 9 }),
    "outcomes.parquet": new Uint8Array(outcomesParquet(rows)),
  };
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    say(`${join(folder, name)}: ${rows.length} rows, ${bytes.length} bytes`);
  }
}

async function sharesIn(path: string): Promise<WrittenShares | null> {
  const { logs } = await readReportFile(path);
  return writtenShares(
    logs.map(({ configuration, text }) => ({ configuration, events: openRunFile(text) })),
  );
}

main().catch((thrown: unknown) => {
  const { code, params } = toAppError(thrown).toData();
  const isPlain = thrown instanceof UsageError || !(code in params);
  tell(isPlain && thrown instanceof Error ? thrown.message : `${code} ${JSON.stringify(params)}`);
  process.exitCode = 1;
});
