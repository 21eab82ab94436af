/**
 * Reports of the lab beside their papers' printed tables, as docs/papers has them:
 *
 *   npm run bench -- papers REPORT.lab.json[.gz]…
 *   npm run bench -- papers --mastery SMALL.lab.json[.gz]#CONFIGURATION --mastery LARGE.lab.json[.gz]#CONFIGURATION
 *
 * Of each report: every printed table of its own method that belongs to what it compares, own figures
 * with 95 % intervals first; then all that was compared, in F1 beside the papers' measures. Where a
 * paper draws a curve and prints no numbers (RA-ISF's Figures 2 to 4), that is the figure.
 * `--mastery`: SlimPLM's Figure 3, of two closed-book configurations on the same questions.
 */

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../../src/cli/arguments.ts";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { say } from "../../src/cli/print.ts";
import { readReportFile } from "../../src/cli/report-file.ts";
import { runCommand } from "../../src/cli/run-command.ts";
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
import { comparedTable, coopLlmTables, masteryTable } from "./paper-figures.ts";

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

async function beside(path: string): Promise<void> {
  const { batch, results } = await readReportFile(path);
  const { summaries, questions } = analyse(batch, results, { metric: "f1", cost: "largeTokens" });
  say(`## ${basename(path)}: ${questions} questions of ${batch.set}\n`);
  for (const table of [...(await tablesBeside(batch)), ...coopLlmTables(summaries)]) {
    say(`${table.title}\n\n${tableOf(besideOf(table, summaries, batch))}\n`);
  }
  say(`All that was compared\n\n${comparedTable(summaries)}\n`);
}

/** The EM of every question, closed-book, by its id. Throws UsageError. */
async function closedBook(place: string): Promise<ReadonlyMap<string, number>> {
  const [path = "", id = ""] = place.split("#");
  const { results } = await readReportFile(path);
  const known = results.flatMap(({ configuration, question, metrics }) =>
    configuration === id && metrics.matching !== null
      ? [[question, metrics.matching] as const]
      : [],
  );
  if (known.length === 0)
    throw new UsageError(`${path} has no answers of a configuration "${id}".`);
  return new Map(known);
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { mastery: { type: "string", multiple: true, default: [] } },
  });
  const [small, large, ...more] = values.mastery;
  if (small !== undefined && large !== undefined && more.length === 0) {
    say(masteryTable(await closedBook(small), await closedBook(large)));
  } else if (small !== undefined || positionals.length === 0) {
    throw new UsageError("Give REPORT.lab.json[.gz]…, or --mastery twice.");
  }
  for (const path of positionals) await beside(path);
}

await runCommand(main);
