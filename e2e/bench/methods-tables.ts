/** Methods side by side: what each got right and what it took, and how they differ from one of them. */

import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { differenceCells, type Metric, mean, pairedRuns, scoreCells } from "./answer-tables.ts";
import { exitsTable } from "./exits-table.ts";
import type { MethodRun } from "./methods-runs.ts";
import { figure, median } from "./table.ts";

/**
 * The papers' cover-EM takes any substring: "no" is found in "unknown", which some methods
 * answer on purpose. So the one in whole words stands beside it.
 */
const metrics: readonly Metric[] = [
  ["cover-EM", "cover"],
  ["cover-EM, whole words", "coverTokens"],
  ["EM", "exact"],
  ["F1", "f1"],
];
const metricNames = metrics.map(([name]) => name);

const costNames = ["large", "small", "tokens", "retrievals", "readings", "seconds, median"];

interface Group {
  method: string;
  title: string;
  runs: readonly MethodRun[];
}

/** For each set of questions, the table of its methods, that of their differences and that of their exits. */
export function methodsReport(runs: readonly MethodRun[], baseline: string): string {
  const sets = [...new Set(runs.map(({ set }) => set))];
  return sets
    .map((set) => setReport(set, groupsOf(runs.filter((run) => run.set === set)), baseline))
    .join("\n\n");
}

function setReport(set: string, groups: readonly Group[], baseline: string): string {
  const base = groups.find(({ method }) => method === baseline);
  const tables = [`### ${set}`, methodsTable(groups)];
  if (base !== undefined && groups.length > 1) tables.push(differenceTable(base, groups));
  const left = exitsTable(groups);
  if (left !== null) tables.push(left);
  return tables.join("\n\n");
}

/** By method and preset, in the order of the file. */
function groupsOf(runs: readonly MethodRun[]): Group[] {
  const groups = new Map<string, MethodRun[]>();
  for (const run of runs) {
    const key = `${run.method} ${run.preset}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ ...titled(first), runs: members }];
  });
}

function titled({ method, title }: MethodRun) {
  return { method, title };
}

/** Means a question; calls, tokens and retrievals that somebody did not tell are "—". */
export function methodsTable(groups: readonly Group[]): string {
  return markdownTable(
    ["method", "n", ...metricNames, ...costNames],
    groups.map(({ title, runs }) => [
      title,
      countCell(runs),
      ...scoreCells(runs, metrics),
      ...costCells(runs),
    ]),
  );
}

function countCell(runs: readonly MethodRun[]): string {
  const failed = runs.filter(({ outcome }) => outcome === "failed").length;
  return failed === 0 ? `${runs.length}` : `${runs.length} (${failed} failed)`;
}

function costCells(runs: readonly MethodRun[]): string[] {
  return [
    mean(runs, ({ largeCalls }) => largeCalls, 2),
    mean(runs, ({ calls, largeCalls }) => calls - largeCalls, 1),
    meanOrUnknown(runs, ({ tokens }) => tokens, 0),
    meanOrUnknown(runs, ({ retrievals }) => retrievals, 1),
    mean(runs, ({ readings }) => readings, 1),
    figure(median(runs.map(({ seconds }) => seconds))),
  ];
}

function meanOrUnknown(
  runs: readonly MethodRun[],
  pick: (run: MethodRun) => number | null,
  digits: number,
): string {
  const known = runs.flatMap((run) => pick(run) ?? []);
  return known.length < runs.length ? "—" : mean(known, (value) => value, digits);
}

/** Over the questions that both answered; the interval is that of single questions' differences. */
export function differenceTable(base: Group, groups: readonly Group[]): string {
  const others = groups.filter((group) => group !== base);
  const rows = others.map(({ title, runs }) => {
    const [from, to] = pairedRuns([
      { name: base.title, runs: base.runs },
      { name: title, runs },
    ]);
    const n = to?.runs.length ?? 0;
    const cells =
      n === 0 ? metrics.map(() => "—") : differenceCells(from?.runs ?? [], to?.runs ?? [], metrics);
    return [`${title} − ${base.title}`, `${n}`, ...cells];
  });
  return markdownTable(["points, paired", "n", ...metricNames], rows);
}
