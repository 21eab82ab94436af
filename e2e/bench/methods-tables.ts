import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { exitsTable } from "./answer-routes-table.ts";
import { differenceCells, mean, metricNames, pairedRuns, scoreCells } from "./answer-tables.ts";
import type { KeptConfiguration, KeptRun } from "./kept-runs.ts";
import { figure, median } from "./table.ts";

const costNames = ["large", "small", "tokens", "retrievals", "readings", "seconds, median"];

export function methodsReport(kept: readonly KeptConfiguration[], baseline: string): string {
  const sets = [...new Set(kept.map(({ batch }) => batch.set))];
  return sets
    .map((set) =>
      setReport(
        set,
        kept.filter(({ batch }) => batch.set === set),
        baseline,
      ),
    )
    .join("\n\n");
}

function setReport(set: string, groups: readonly KeptConfiguration[], baseline: string): string {
  const base = groups.find(({ configuration }) => configuration.settings.method === baseline);
  const tables = [`### ${set}`, methodsTable(groups)];
  if (base !== undefined && groups.length > 1) tables.push(differenceTable(base, groups));
  const left = exitsTable(groups);
  if (left !== null) tables.push(left);
  return tables.join("\n\n");
}

/** Means per question; "—" if not reported everywhere. */
function methodsTable(groups: readonly KeptConfiguration[]): string {
  return markdownTable(
    ["method", "n", ...metricNames, ...costNames],
    groups.map(({ configuration, runs }) => [
      configuration.title,
      countCell(runs),
      ...scoreCells(runs),
      ...costCells(runs),
    ]),
  );
}

function countCell(runs: readonly KeptRun[]): string {
  const failed = runs.filter(({ result }) => result.outcome === "failed").length;
  return failed === 0 ? `${runs.length}` : `${runs.length} (${failed} failed)`;
}

function costCells(runs: readonly KeptRun[]): string[] {
  return [
    mean(runs, ({ result }) => result.total.largeCalls, 2),
    mean(runs, ({ result }) => result.total.calls - result.total.largeCalls, 1),
    meanOrUnknown(runs, ({ result }) => result.total.tokens, 0),
    mean(runs, ({ result }) => result.searches, 1),
    mean(runs, ({ readings }) => readings, 1),
    figure(median(runs.map(({ seconds }) => seconds))),
  ];
}

function meanOrUnknown(
  runs: readonly KeptRun[],
  pick: (run: KeptRun) => number | null,
  digits: number,
): string {
  const known = runs.flatMap((run) => pick(run) ?? []);
  return known.length < runs.length ? "—" : mean(known, (value) => value, digits);
}

function differenceTable(base: KeptConfiguration, groups: readonly KeptConfiguration[]): string {
  const others = groups.filter((group) => group !== base);
  const rows = others.map(({ configuration: { title }, runs }) => {
    const [from, to] = pairedRuns([
      { name: base.configuration.title, runs: base.runs },
      { name: title, runs },
    ]);
    const n = to?.runs.length ?? 0;
    const cells =
      n === 0 ? metricNames.map(() => "—") : differenceCells(from?.runs ?? [], to?.runs ?? []);
    return [`${title} − ${base.configuration.title}`, `${n}`, ...cells];
  });
  return markdownTable(["points, paired", "n", ...metricNames], rows);
}
