/** Writes the figures of the first screen. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type WrittenShares, writtenShares } from "../evaluation/analysis/written-share.ts";
import { sampleSummary } from "../evaluation/sample/build.ts";
import { toAppError } from "../log/errors.ts";
import { openRunFile } from "../log/file.ts";
import { UsageError } from "./arguments.ts";
import { say, tell } from "./print.ts";
import { listedPrice, readReportFile } from "./report-file.ts";

const help = `npm run summary -- --report FILE --price PROVIDER/MODEL, then npm run library

  --report FILE             a lab report of eight combinations (.lab.json or .lab.json.gz)
  --price PROVIDER/MODEL    what the large model's tokens cost, e.g. openai/gpt-4.1-mini
  --logs FILE               logs of some of its runs, for a report with only a sum of large tokens;
                            its money is then an estimate
  --set TITLE               how the question set is called (The World Factbook)
  --out FILE                public/examples/summary.json
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
    },
  });
  if (values.help) return say(help);
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
