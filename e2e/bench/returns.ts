/**
 * Each stage's gain over reports of all eight combinations, pooled: `npm run bench -- returns
 * [--price openai/gpt-4.1-mini] REPORT.lab.json[.gz]…`. Shapley values in F1, p after Holm, and
 * costs.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { listedPrice, readReportFile } from "../../src/cli/report-file.ts";
import { repricedResult } from "../../src/evaluation/analysis/reprice.ts";
import { reportVerdicts } from "../../src/evaluation/analysis/verdicts.ts";
import { percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import {
  type LabBatch,
  type LabResult,
  type Verdicts,
  verdictMetric,
} from "../../src/evaluation/types.ts";
import { stageWords } from "../../src/log/types.ts";
import { verdictWords } from "../../src/ui-kit/text/stages.ts";

interface Read {
  name: string;
  batch: LabBatch;
  results: readonly LabResult[];
}

function verdictsIn({ name, batch, results }: Read): Verdicts {
  const cost = price === null ? "largeTokens" : "usd";
  const found = reportVerdicts(batch, results, { metric: verdictMetric, cost });
  if (found === null)
    throw new Error(`${name}: no question was answered by all eight combinations.`);
  return found;
}

function together(reports: readonly Read[]): Read[] {
  const [first] = reports;
  if (first === undefined || reports.length < 2) return [];
  const { batch } = first;
  const results = reports.flatMap((one) =>
    one.results.map((result) => {
      return { ...result, batch: batch.id, question: `${one.name} ${result.question}` };
    }),
  );
  return [{ name: "all", batch, results }];
}

/** "—" if unknown. */
function costText(cost: number | null): string {
  if (cost === null) return "—";
  return price === null ? cost.toFixed(0) : `$${(1000 * cost).toFixed(2)}`;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { price: { type: "string" } },
});
const price = values.price === undefined ? null : await listedPrice(values.price);
if (positionals.length === 0) throw new Error("Name a report, or several.");
const reports = await Promise.all(
  positionals.map(async (path): Promise<Read> => {
    const { batch, results } = await readReportFile(path);
    return {
      name: basename(path).replace(/\.lab\.json(\.gz)?$/u, ""),
      batch,
      results:
        price === null ? results : results.map((result) => repricedResult(result, null, price)),
    };
  }),
);
const told = [...reports, ...together(reports)].map((one) => {
  return { name: one.name, ...verdictsIn(one) };
});

const costHead = price === null ? "large tokens" : "$ per 1,000 questions";
console.log(
  [
    markdownTable(
      ["questions", "n", "plan, read, conclude", "F1, %", costHead],
      told.flatMap(({ name, n, corners }) =>
        corners.map(({ id, quality, cost }) => [
          name,
          String(n),
          id,
          percent(quality),
          costText(cost),
        ]),
      ),
    ),
    markdownTable(
      ["questions", "n", "large in", "F1 points (95 %)", "p, Holm", "", "n to settle", costHead],
      told.flatMap(({ name, stages }) =>
        stages.map(({ stage, gain, p, advice, settles, cost }) => [
          name,
          String(gain.n),
          stageWords[stage],
          signedPercent(gain),
          p < 0.001 ? "< 0.001" : p.toFixed(3),
          verdictWords[advice],
          settles === null ? "—" : String(settles),
          costText(cost?.mean ?? null),
        ]),
      ),
    ),
  ].join("\n\n"),
);
