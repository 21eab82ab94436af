/**
 * The outcomes of every shipped report, a row per question and setup, so that others can score
 * policies by stage. Ids only: the sets' licences differ.
 */
import { type Stage, stages, stageWords } from "../../log/types.ts";
import { repricedResult } from "../analysis/reprice.ts";
import { splitResult } from "../analysis/written-share.ts";
import { stageModel } from "../batch/traces.ts";
import type { LabBatch, LabResult } from "../types.ts";
import type { ShippedReport } from "./shipped-report.ts";

type Cell = string | number | null;

export interface OutcomeColumn {
  name: string;
  type: "STRING" | "INT32" | "DOUBLE";
  of: (row: OutcomeRow) => Cell;
}

export interface OutcomeRow {
  report: ShippedReport;
  batch: LabBatch;
  configuration: LabBatch["configurations"][number];
  /** Repriced as the report is shown. */
  result: LabResult;
}

export function outcomeRows(
  report: ShippedReport,
  batch: LabBatch,
  results: readonly LabResult[],
): OutcomeRow[] {
  const byId = new Map(batch.configurations.map((one) => [one.id, one]));
  return results.flatMap((own) => {
    // Ceilings are left out: no model did their perfect stages.
    const configuration = byId.get(own.configuration);
    if (configuration === undefined) return [];
    const split = splitResult(own, report.written);
    return [
      { report, batch, configuration, result: repricedResult(split, null, report.countedAs) },
    ];
  });
}

const column =
  (type: OutcomeColumn["type"]) =>
  (name: string, of: OutcomeColumn["of"]): OutcomeColumn => ({ name, type, of });
const text = column("STRING");
const whole = column("INT32");
const real = column("DOUBLE");

const stageColumns = (stage: Stage): OutcomeColumn[] => {
  const name = stageWords[stage];
  return [
    text(`${name}_by`, ({ configuration }) => configuration.settings[stage]),
    text(`${name}_model`, ({ batch, configuration }) => stageModel(batch, configuration, stage)),
    real(`${name}_usd`, ({ result }) => result.byStage[stage].usd),
    whole(`${name}_tokens`, ({ result }) => result.byStage[stage].tokens),
    whole(`${name}_large_tokens`, ({ result }) => result.byStage[stage].largeTokens),
    real(`${name}_seconds`, ({ result }) => result.byStage[stage].seconds),
  ];
};

export const outcomeColumns: readonly OutcomeColumn[] = [
  text("report", ({ report }) => report.id),
  text("measured", ({ report }) => report.measured),
  text("method", ({ configuration }) => configuration.settings.method),
  text("setup", ({ configuration }) => configuration.id),
  text("question", ({ result }) => result.question),
  text("outcome", ({ result }) => result.outcome),
  whole("right", ({ result }) => result.metrics.right),
  whole("cover_em", ({ result }) => result.metrics.coverEm),
  whole("em", ({ result }) => result.metrics.em),
  real("f1", ({ result }) => result.metrics.f1),
  real("usd", ({ result }) => result.total.usd),
  whole("tokens", ({ result }) => result.total.tokens),
  whole("large_tokens", ({ result }) => result.total.largeTokens),
  real("seconds", ({ result }) => result.total.seconds),
  whole("calls", ({ result }) => result.total.calls),
  ...stages.flatMap(stageColumns),
];
