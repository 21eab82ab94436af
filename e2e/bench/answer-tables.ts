import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { bootstrapMean, percent, signedPercent } from "../../src/evaluation/statistics/interval.ts";
import type { MetricId } from "../../src/evaluation/types.ts";
import { type KeptRun, scoreOf } from "./kept-runs.ts";

/**
 * cover-EM matches any substring: "no" matches "unknown". The whole-word variant is therefore
 * listed beside it.
 */
const metrics = [
  ["cover-EM", "coverEm"],
  ["cover-EM, whole words", "coverEmTokens"],
  ["EM", "em"],
  ["F1", "f1"],
] as const satisfies readonly (readonly [name: string, metric: MetricId])[];

export const metricNames = metrics.map(([name]) => name);

export function scoreCells(all: readonly KeptRun[]): string[] {
  return metrics.map(([, metric]) =>
    percent(bootstrapMean(all.map((one) => scoreOf(one, metric)))),
  );
}

export function mean<T>(all: readonly T[], pick: (one: T) => number, digits: number): string {
  return (all.reduce((sum, one) => sum + pick(one), 0) / all.length).toFixed(digits);
}

function costCells(all: readonly KeptRun[]): string[] {
  return [
    mean(all, ({ result }) => result.total.calls, 1),
    mean(all, ({ result }) => result.total.largeCalls, 2),
    mean(all, ({ readings }) => readings, 1),
    mean(all, ({ seconds }) => seconds, 1),
  ];
}

const costNames = ["calls", "large", "readings", "seconds"];

export function overallTable(title: string, all: readonly KeptRun[]): string {
  const recalls = all.flatMap(({ result }) => result.metrics.supportRecall ?? []);
  return markdownTable(
    [title, "n", ...metricNames, "support recall", ...costNames, "parse failures"],
    [
      [
        "",
        String(all.length),
        ...scoreCells(all),
        recalls.length === 0 ? "—" : percent(bootstrapMean(recalls)),
        ...costCells(all),
        mean(all, ({ result }) => result.parseFailures, 2),
      ],
    ],
  );
}

/** The most frequent type comes first. */
export function typeTable(all: readonly KeptRun[], rows: readonly QuestionRow[]): string {
  const typeOf = new Map(rows.map(({ id, type }) => [id, type ?? null]));
  const groups = [...new Set(typeOf.values())]
    .map((type) => ({
      type,
      members: all.filter(({ result }) => typeOf.get(result.question) === type),
    }))
    .filter(({ members }) => members.length > 0)
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
  runs: readonly KeptRun[];
}

/**
 * Means over the questions that all answered, then each one's difference from the first. Throws if
 * they share none.
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

/** The interval is over per-question differences. */
export function differenceCells(from: readonly KeptRun[], to: readonly KeptRun[]): string[] {
  return metrics.map(([, metric]) => {
    const before = from.map((one) => scoreOf(one, metric));
    const differences = to.map((one, index) => scoreOf(one, metric) - (before[index] ?? 0));
    return signedPercent(bootstrapMean(differences));
  });
}

export function pairedRuns(evaluations: readonly NamedRuns[]): NamedRuns[] {
  const shared = sharedIds(evaluations);
  return evaluations.map(({ name, runs }) => {
    const byId = new Map(runs.map((one) => [one.result.question, one]));
    return { name, runs: shared.flatMap((id) => byId.get(id) ?? []) };
  });
}

function sharedIds(evaluations: readonly NamedRuns[]): string[] {
  const [first, ...others] = evaluations.map(
    ({ runs }) => new Set(runs.map(({ result }) => result.question)),
  );
  return [...(first ?? [])].filter((id) => others.every((ids) => ids.has(id)));
}
