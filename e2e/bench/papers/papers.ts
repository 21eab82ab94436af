/**
 * Prints reports beside printed tables: `npm run bench -- papers REPORT.lab.json[.gz]…`; SlimPLM's
 * Figure 3: `--mastery SMALL.lab.json[.gz]#CONFIGURATION --mastery LARGE…`, closed-book on the same
 * questions.
 */

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../../../src/cli/arguments.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { say } from "../../../src/cli/print.ts";
import { readReportFile } from "../../../src/cli/report-file.ts";
import { runCommand } from "../../../src/cli/run-command.ts";
import { analyse } from "../../../src/evaluation/analysis/analyse.ts";
import type { LabBatch } from "../../../src/evaluation/types.ts";
import { unknown } from "../../../src/ui-kit/text/format.ts";
import { libraries } from "./differences.ts";
import { comparedTable, coopLlmTables, masteryTable, tuningTable } from "./paper-figures.ts";
import type { PrintedColumn } from "./paper-tables.ts";
import {
  type Beside,
  besideOf,
  countedIn,
  isMean,
  type OwnFigure,
  tablesBeside,
} from "./printed-figures.ts";

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
  const analysis = analyse(batch, results, { metric: "f1", cost: "largeTokens" });
  const { summaries, questions } = analysis;
  say(`## ${basename(path)}: ${askedOf(batch, questions)}\n`);
  for (const table of [...tablesBeside(batch), ...coopLlmTables(analysis, batch)]) {
    const shown = besideOf(table, summaries, batch);
    const tuning = table.id === "coop-llm-three" ? tuningTable(analysis) : null;
    say(`${table.title}\n\n${tableOf(shown)}\n`);
    if (tuning !== null) say(`${tuning}\n`);
    const other =
      shown.isOfPaper || table.columns.every(({ set }) => set === null)
        ? []
        : [`${batch.set} is none of the paper's question sets: all columns are shown.`];
    sayList("What differs:", [...other, ...table.differs]);
    sayList("Where print contradicts itself:", table.misprints);
  }
  say(`All that was compared\n\n${comparedTable(summaries)}\n`);
}

function askedOf({ models, set, library }: LabBatch, questions: number): string {
  const large = models.large === null ? "no large model" : `${models.large} the large model`;
  return `${questions} questions of ${set}, answered from ${libraries[library]}; ${models.small} is the small model, ${large}`;
}

function sayList(head: string, lines: readonly string[]): void {
  if (lines.length > 0) say(`${head}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`);
}

/** Closed-book EM by question id. Throws UsageError. */
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
