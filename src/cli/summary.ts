/**
 * Writes the figures of the first screen: `npm run summary -- --report FILE.lab.json[.gz] --price
 * openai/gpt-4.1-mini [--logs FILE.lab.json[.gz]] [--set TITLE] [--out
 * public/examples/summary.json]`. --logs: logs of some runs, for a report with only a sum of large
 * tokens; its money is then an estimate. Run `npm run library` afterwards.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type WrittenShares, writtenShares } from "../evaluation/analysis/written-share.ts";
import { sampleSummary } from "../evaluation/sample/build.ts";
import { toAppError } from "../log/errors.ts";
import { openRunFile } from "../log/file.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { listedPrice, readReportFile } from "./report-file.ts";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      report: { type: "string" },
      price: { type: "string" },
      logs: { type: "string" },
      set: { type: "string", default: "The World Factbook" },
      out: { type: "string", default: "public/examples/summary.json" },
    },
  });
  const { report, price, logs, set, out } = values;
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
