/**
 * Reports of the lab beside their papers' printed tables, as docs/papers has them:
 *
 *   npm run bench:papers -- REPORT.lab.json[.gz]…
 *
 * Of each report: every printed table of its own method that belongs to what it compares, own figures
 * with 95 % intervals first.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../../src/cli/arguments.ts";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { say, tell } from "../../src/cli/print.ts";
import { readReportFile } from "../../src/cli/report-file.ts";
import { analyse } from "../../src/evaluation/analysis/analyse.ts";
import type { PrintedColumn } from "../../src/evaluation/paper-tables.ts";
import {
  type Beside,
  besideOf,
  countedIn,
  isMean,
  type OwnFigure,
  tablesBeside,
} from "../../src/evaluation/printed-figures.ts";
import { unknown } from "../../src/ui-kit/text/format.ts";

function ownText(figure: OwnFigure | null, measure: string): string {
  if (figure === null) return unknown;
  const { value, low, high } = figure;
  const text = (one: number) => (isMean(measure) ? one.toFixed(2) : (100 * one).toFixed(1));
  return low === null || high === null
    ? text(value)
    : `${text(value)} (${text(low)}–${text(high)})`;
}

function headOf({ group, title }: PrintedColumn): string {
  return `printed, ${group === "" ? "" : `${group}, `}${title}`;
}

function tableOf({ own, printed, rows }: Beside): string {
  return markdownTable(
    ["", ...own.map((column) => `ours, ${countedIn(column)}`), ...printed.map(headOf)],
    rows.map((row) => [
      row.title,
      ...row.own.map((figure, at) => ownText(figure, own[at]?.measure ?? "")),
      ...row.printed.map((cell) => (cell === null ? unknown : String(cell))),
    ]),
  );
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) throw new UsageError("Give REPORT.lab.json[.gz]…");
  for (const path of positionals) {
    const { batch, results } = await readReportFile(path);
    const { summaries, questions } = analyse(batch, results, { metric: "f1", cost: "largeTokens" });
    say(`## ${basename(path)}: ${questions} questions of ${batch.set}\n`);
    for (const table of await tablesBeside(batch)) {
      say(`${table.title}\n\n${tableOf(besideOf(table, summaries, batch))}\n`);
    }
  }
}

try {
  await main();
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  tell(thrown.message);
  process.exitCode = 2;
}
