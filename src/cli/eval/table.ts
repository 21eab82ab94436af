import { analyse } from "../../evaluation/analysis/analyse.ts";
import {
  type Ceiling,
  type ConfigurationSummary,
  defaultMetric,
  type Interval,
  type LabBatch,
  type LabResult,
  type PairedGain,
  type StageRoi,
  type SurenessSummary,
} from "../../evaluation/types.ts";
import { labAnalysisText } from "../../features/lab/text/lab-analysis.ts";
import { stageWords } from "../../log/types.ts";
import { unknown, usd } from "../../ui-kit/text/format.ts";
import { markdownTable } from "./markdown-table.ts";

export function evaluationTables(batch: LabBatch, results: readonly LabResult[]): string {
  const analysis = analyse(batch, results, { metric: defaultMetric, cost: "usd" });
  const { summaries, roi, tuning, against, sureness, ceilings } = analysis;
  const head = ["configuration", "n", "failed", "F1, %", "EM, %", "right choice, %"];
  const covers = ["cover-EM of the answer, %", "cover-EM of the output, %", "words"];
  const costs = ["calls", "large calls", "tokens", "$ a question", "seconds", "$ paid"];
  const table = markdownTable([...head, ...covers, ...costs], summaries.map(summaryRow));
  return [
    table,
    ...(sureness.length === 0 ? [] : [surenessTable(batch, sureness)]),
    ...(roi.length === 0 ? [] : [roiTable(roi)]),
    ...(tuning.length === 0 ? [] : [gainsTable("fine-tuned over base", tuning)]),
    ...(ceilings.length === 0 ? [] : [ceilingTable(ceilings)]),
    ...(against.length === 0 ? [] : [gainsTable("over what it is held against", against)]),
  ].join("\n\n");
}

function summaryRow(summary: ConfigurationSummary): string[] {
  const { title, n, failed, metrics, answerWords, costs, paidUsd } = summary;
  return [
    title,
    String(n),
    String(failed),
    percent(metrics.f1),
    percent(metrics.em),
    percent(metrics.rightChoice),
    percent(metrics.coverEm),
    percent(metrics.coverEmOutput),
    answerWords?.toFixed(1) ?? unknown,
    mean(costs.calls, 1),
    mean(costs.largeCalls, 1),
    mean(costs.tokens, 0),
    usd(costs.usd?.mean ?? null),
    mean(costs.seconds, 2),
    usd(paidUsd),
  ];
}

function surenessTable({ configurations }: LabBatch, sureness: readonly SurenessSummary[]): string {
  const head = ["how sure, how right", "n", "mean sureness, %", "right, %", "AUROC"];
  const titles = new Map(configurations.map(({ id, title }) => [id, title]));
  const rows = sureness.map((one) => [
    titles.get(one.id) ?? one.id,
    String(one.n),
    (100 * one.sure).toFixed(1),
    percent(one.right),
    interval(one.auroc, 1, 2),
    (100 * one.calibrationError).toFixed(1),
    (100 * one.calibrationErrorByChance).toFixed(1),
  ]);
  return markdownTable([...head, "ECE, points", "by chance up to"], rows);
}

/** Never shows ROI without gain and cost. */
function roiTable(rois: readonly StageRoi[]): string {
  const head = ["large model in", "n", "F1 gained, points", "large tokens a question"];
  const more = ["$ a question", "ROI, a 1,000 large tokens", "verdict"];
  const rows = rois.map((one) => [
    `${stageWords[one.stage]} (${one.with} over ${one.base})`,
    String(one.n),
    percent(one.gain),
    one.cost.largeTokens === null ? unknown : one.cost.largeTokens.toFixed(0),
    usd(one.cost.usd),
    interval(one.roi.largeTokens, 1, 3),
    one.verdict === "undecided" ? "not enough questions to tell" : one.verdict,
  ]);
  return markdownTable([...head, ...more], rows);
}

function ceilingTable(ceilings: readonly Ceiling[]): string {
  const head = ["perfect", "n", "F1 gained, points", "the large model’s, points"];
  const rows = ceilings.map(({ stage, gain, model }) => [
    stageWords[stage],
    String(gain.n),
    percent(gain),
    percent(model),
  ]);
  return markdownTable(head, rows);
}

function gainsTable(title: string, gains: readonly PairedGain[]): string {
  const head = [title, "n", "F1 gained, points", "McNemar", "verdict"];
  const rows = gains.map(({ base, with: tuned, n, gain, mcnemar, verdict }) => [
    `${tuned} over ${base}`,
    String(n),
    percent(gain),
    mcnemar === null
      ? unknown
      : labAnalysisText.mcnemar(mcnemar.gained, mcnemar.lost, mcnemar.midP),
    verdict === "undecided" ? "not enough questions to tell" : verdict,
  ]);
  return markdownTable(head, rows);
}

function percent(value: Interval | null): string {
  return interval(value, 100, 1);
}

function interval(value: Interval | null, factor: number, digits: number): string {
  if (value === null) return unknown;
  const text = (part: number) => (part * factor).toFixed(digits).replace("-", "−");
  return `${text(value.mean)} (${text(value.low)}–${text(value.high)})`;
}

function mean(value: Interval | null, digits: number): string {
  return value === null ? unknown : value.mean.toFixed(digits);
}
