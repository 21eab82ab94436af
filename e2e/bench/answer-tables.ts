/** The tables of answered questions: all, by type, and two or more evaluations side by side. */

import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { bootstrapMean, percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import type { Scored } from "./scored.ts";

export type Metric = readonly [name: string, key: keyof Scored["scores"]];

const metrics = [
  ["cover-EM", "cover"],
  ["cover-EM, whole words", "coverTokens"],
  ["EM", "exact"],
  ["F1", "f1"],
] as const satisfies readonly Metric[];

const metricNames = metrics.map(([name]) => name);

export function scoreCells(all: readonly Scored[], chosen: readonly Metric[] = metrics): string[] {
  return chosen.map(([, key]) => percent(bootstrapMean(all.map(({ scores }) => scores[key]))));
}

export function mean<T>(all: readonly T[], pick: (one: T) => number, digits: number): string {
  return (all.reduce((sum, one) => sum + pick(one), 0) / all.length).toFixed(digits);
}

function costCells(all: readonly Scored[]): string[] {
  return [
    mean(all, ({ calls }) => calls, 1),
    mean(all, ({ largeCalls }) => largeCalls, 2),
    mean(all, ({ readings }) => readings, 1),
    mean(all, ({ seconds }) => seconds, 1),
  ];
}

const costNames = ["calls", "large", "readings", "seconds"];

/** One row for the whole set. */
export function overallTable(title: string, all: readonly Scored[]): string {
  const recalls = all.flatMap(({ supportRecall }) => supportRecall ?? []);
  return markdownTable(
    [title, "n", ...metricNames, "support recall", ...costNames, "parse failures"],
    [
      [
        "",
        String(all.length),
        ...scoreCells(all),
        recalls.length === 0 ? "—" : percent(bootstrapMean(recalls)),
        ...costCells(all),
        mean(all, ({ parseFailures }) => parseFailures, 2),
      ],
    ],
  );
}

/** A row for each type of question, the most frequent first. */
export function typeTable(all: readonly Scored[]): string {
  const types = [...new Set(all.map(({ type }) => type))];
  const groups = types
    .map((type) => ({ type, members: all.filter((one) => one.type === type) }))
    .sort((a, b) => b.members.length - a.members.length);
  return markdownTable(
    ["type", "n", ...metricNames],
    groups.map(({ type, members }) => [
      type ?? "no type",
      String(members.length),
      ...scoreCells(members),
    ]),
  );
}

export interface NamedRuns {
  name: string;
  runs: readonly Scored[];
}

/**
 * The questions that all evaluations answered, each evaluation in a row; then what each
 * differs by from the first, over the same questions. Throws when they share none.
 */
export function comparisonTable(evaluations: readonly NamedRuns[]): string {
  const paired = pairedRuns(evaluations);
  const shared = paired[0]?.runs.length ?? 0;
  if (shared === 0) throw new Error("these files have no question in common");
  const n = String(shared);
  const rows = paired.map(({ name, runs }) => [name, n, ...scoreCells(runs), ...costCells(runs)]);
  const [first, ...others] = paired;
  const differences = others.map(({ name, runs }) => [
    `${name} − ${first?.name ?? ""}`,
    n,
    ...differenceCells(first?.runs ?? [], runs),
    ...costNames.map(() => ""),
  ]);
  return markdownTable(
    ["evaluation", "n", ...metricNames, ...costNames],
    [...rows, ...differences],
  );
}

/** Paired: the interval is that of the differences of single questions. */
export function differenceCells(
  from: readonly Scored[],
  to: readonly Scored[],
  chosen: readonly Metric[] = metrics,
): string[] {
  return chosen.map(([, key]) => {
    const differences = to.map(
      ({ scores }, index) => scores[key] - (from[index]?.scores[key] ?? 0),
    );
    return signedPercent(bootstrapMean(differences));
  });
}

/** The runs of the questions that all of them answered, in the order of the first. */
export function pairedRuns(evaluations: readonly NamedRuns[]): NamedRuns[] {
  const shared = sharedIds(evaluations);
  return evaluations.map(({ name, runs }) => {
    const byId = new Map(runs.map((one) => [one.id, one]));
    return { name, runs: shared.flatMap((id) => byId.get(id) ?? []) };
  });
}

function sharedIds(evaluations: readonly NamedRuns[]): string[] {
  const [first, ...others] = evaluations.map(({ runs }) => new Set(runs.map(({ id }) => id)));
  return [...(first ?? [])].filter((id) => others.every((ids) => ids.has(id)));
}
