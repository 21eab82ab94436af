/**
 * `npm run summary`: the few figures of the sample report that the page's first screen tells.
 *
 *   npm run summary -- --report FILE.lab.json[.gz] --price openai/gpt-4.1-mini
 *                      [--logs FILE.lab.json[.gz]] [--set TITLE] [--out public/examples/summary.json]
 *
 * --logs: of a report that tells only the sum of what the large model read and wrote, logs of a part
 * of its runs; their share is taken for all, and the money is marked as an estimate. Then: npm run library.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sampleSummary } from "../evaluation/sample/build.ts";
import { collectCharges } from "../folds/ledger.ts";
import { toAppError } from "../log/errors.ts";
import { openRunFile } from "../log/file.ts";
import type { Stage } from "../log/types.ts";
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
    writtenShare: logs === undefined ? () => null : await writtenShares(logs),
  });
  const text = `${JSON.stringify(summary)}\n`;
  writeFileSync(out, text);
  say(`${out}: ${summary.questions} questions, ${text.length} bytes`);
}

/** Of the large model's tokens in these runs, the share that it wrote. */
async function writtenShares(
  path: string,
): Promise<(combination: string, stage: Stage) => number | null> {
  const { logs } = await readReportFile(path);
  const sums = new Map<string, { read: number; written: number }>();
  for (const { configuration, text } of logs) {
    for (const { tier, stage, usage } of collectCharges(openRunFile(text))) {
      if (tier !== "large" || usage === null) continue;
      const key = `${configuration} ${stage}`;
      const { read, written } = sums.get(key) ?? { read: 0, written: 0 };
      sums.set(key, {
        read: read + (usage.promptTokens ?? 0),
        written: written + (usage.generatedTokens ?? 0),
      });
    }
  }
  return (combination, stage) => {
    const sum = sums.get(`${combination} ${stage}`);
    return sum === undefined ? null : sum.written / (sum.read + sum.written);
  };
}

main().catch((thrown: unknown) => {
  const { code, params } = toAppError(thrown).toData();
  const isPlain = thrown instanceof UsageError || !(code in params);
  tell(isPlain && thrown instanceof Error ? thrown.message : `${code} ${JSON.stringify(params)}`);
  process.exitCode = 1;
});
