/**
 * Whether the small model knows when it can do a stage alone (CoopLLM's CallLaLM), compared with
 * the verifier.
 *
 *   npm run bench -- decision REPORT.runs.lab.json[.gz]…
 *
 * The runs are all-small, with `--plan decide --summarise decide --set decisionThreshold=0` and
 * stored logs: each Decision gives P(yes), and the run shows whether the small model succeeded. A
 * row is one question; accuracy is balanced (the mean of the shares of right and of wrong runs
 * classified correctly). Each half of the questions uses the best threshold of the other.
 */

import { parseArgs } from "node:util";
import { UsageError } from "../../../src/cli/arguments.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { say } from "../../../src/cli/print.ts";
import { readReportFile } from "../../../src/cli/report-file.ts";
import { runCommand } from "../../../src/cli/run-command.ts";
import { wilson } from "../../../src/evaluation/statistics/wilson.ts";
import { openRunFile } from "../../../src/log/file.ts";
import { bestThreshold, type DecisionRow, heldOut } from "./decision-threshold.ts";

const judges = ["P(yes) before the plan", "P(yes) before the conclusion", "the verifier"] as const;

async function rowsOf(path: string): Promise<DecisionRow[][]> {
  const { results, logs } = await readReportFile(path);
  const rows: DecisionRow[][] = judges.map(() => []);
  for (const { question, configuration, text } of logs) {
    const result = results.find(
      (one) => one.question === question && one.configuration === configuration,
    );
    const right = result?.metrics.right ?? null;
    if (right === null) continue;
    const events = openRunFile(text);
    const asked = (stage: string) =>
      events.flatMap((event) =>
        event.type === "decision" && event.stage === stage ? [event.aloneProbability] : [],
      )[0] ?? null;
    const said = [asked("plan"), asked("summarise"), result?.sure ?? null];
    said.forEach((alone, at) => {
      if (alone !== null) rows[at]?.push({ id: question, alone, right: right === 1 });
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) throw new UsageError("Give REPORT.runs.lab.json[.gz]…");
  const all = (await Promise.all(positionals.map(rowsOf))).reduce((sum, one) =>
    sum.map((rows, at) => [...rows, ...(one[at] ?? [])]),
  );
  const percent = (share: number) => (100 * share).toFixed(1);
  say(
    markdownTable(
      [
        "judge",
        "rows",
        "right runs, %",
        "best threshold",
        "held out, balanced, %",
        "at 0.5, balanced, %",
      ],
      judges.map((judge, at) => {
        const rows = all[at] ?? [];
        const { mean } = wilson(rows.filter(({ right }) => right).length, Math.max(1, rows.length));
        return [
          ...[judge, String(rows.length), percent(mean), bestThreshold(rows).toFixed(3)],
          ...[percent(heldOut(rows)), percent(heldOut(rows, 0.5))],
        ];
      }),
    ),
  );
}

await runCommand(main);
