import type { LabColumns } from "../../../evaluation/analysis/columns.ts";
import type { CellOutcome, GridSort } from "../../../evaluation/analysis/grid.ts";
import { isRightOrWrong } from "../../../evaluation/analysis/table.ts";
import type { LabResult } from "../../../evaluation/types.ts";
import { count } from "../../../ui-kit/text/format.ts";
import { costText, costWithUnit, labAnalysisText, points } from "./lab-analysis.ts";

const outcomes: Record<CellOutcome, string> = {
  right: labAnalysisText.right,
  lucky: labAnalysisText.byLuck,
  wrong: labAnalysisText.wrong,
  failed: labAnalysisText.failedAnswer,
  unscored: "not scored",
  none: labAnalysisText.noAnswer,
};

const keyed = ["right", "lucky", "wrong", "failed", "unscored"] as const;

export const gridText = {
  view: "Question by question",
  label: "Questions and setups",
  help: "A cell opens its run beside another. Arrow keys move, Enter opens.",
  question: "Question",
  sort: "Sort by",
  sorts: {
    order: "order of the questions",
    right: "most setups right",
    disagreement: "most disagreement",
    cost: "highest cost",
  } satisfies Record<GridSort, string>,
  beside: "Open beside",
  onlyDiffering: "Only what differs",
  key: keyed.map((outcome) => [outcome, outcomes[outcome]] as const),
  rightOf: (right: number, scored: number) =>
    scored === 0 ? outcomes.unscored : `${count(right)} of ${count(scored)}`,
  hasRuns: "runs recorded",
  coming: "…",
  none: outcomes.none,
  cell: (said: string, setup: string, question: string) => `${said}. ${setup}. ${question}`,
};

/** "free", "$0.0003", "2.4 s": without a unit that all cells share. */
export function cellCost({ cost }: Pick<LabColumns, "cost">, value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return costText(cost, null);
  return cost === "usd" && value === 0 ? labAnalysisText.free : costText(cost, value);
}

/** "right by luck: “Lisbon”, token F1 67, $0.0003" */
export function cellWords(
  outcome: CellOutcome,
  result: LabResult | null,
  { metric, cost }: Pick<LabColumns, "metric" | "cost">,
): string {
  if (result === null) return outcomes.none;
  const score = result.metrics[metric];
  const { usd } = result.total;
  return [
    result.prediction === "" ? outcomes[outcome] : `${outcomes[outcome]}: “${result.prediction}”`,
    ...(score === null || isRightOrWrong(metric)
      ? []
      : [`${labAnalysisText.metrics[metric]} ${points(score, 0)}`]),
    cost === "usd" && usd === 0 ? labAnalysisText.free : costWithUnit(cost, result.total[cost]),
  ].join(", ");
}
