import { purposes, stages } from "../../log/types.ts";
import { costIds, type LabResult, metricIds } from "../types.ts";

const counted = ["rememberedCalls", "searches", "bytesSent", "parses", "parseFailures"] as const;

export const resultColumns: readonly string[] = [
  "question",
  "configuration",
  "outcome",
  "error",
  "prediction",
  ...metricIds,
  ...costIds,
  ...stages.flatMap((stage) => costIds.map((cost) => `${stage}.${cost}`)),
  "paidUsd",
  ...counted,
  "exit",
  "misled",
  "helped",
  "steps",
  "unsolvedSteps",
  "sure",
  ...purposes.map((purpose) => `written.${purpose}`),
];

type Cell = string | number | boolean | null;

/** Null is an empty cell. */
export function resultCells(result: LabResult): Cell[] {
  const { question, configuration, outcome, error, prediction } = result;
  return [
    question,
    configuration,
    outcome,
    error,
    prediction,
    ...metricIds.map((metric) => result.metrics[metric] ?? null),
    ...costIds.map((cost) => result.total[cost]),
    ...stages.flatMap((stage) => costIds.map((cost) => result.byStage[stage][cost])),
    result.paidUsd,
    ...counted.map((name) => result[name]),
    result.exit,
    result.misled,
    result.helped ?? null,
    result.steps?.all ?? null,
    result.steps?.unsolved ?? null,
    result.sure ?? null,
    ...purposes.map((purpose) => {
      const { written } = result;
      if (written === undefined) return null;
      return purpose in written ? (written[purpose] ?? null) : 0;
    }),
  ];
}
