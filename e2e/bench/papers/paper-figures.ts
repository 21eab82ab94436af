import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { percent } from "../../../src/evaluation/statistics/interval.ts";
import { wilson } from "../../../src/evaluation/statistics/wilson.ts";
import type {
  ConfigurationSummary,
  Interval,
  LabAnalysis,
  LabBatch,
} from "../../../src/evaluation/types.ts";
import { coopLlm } from "../../../src/methods/coop-llm/index.ts";
import { unknown } from "../../../src/ui-kit/text/format.ts";
import {
  printedAllLarge,
  printedSizes,
  printedTableFour,
  printedTableThree,
  printedTableTwo,
  printedTuningGains,
} from "./coop-llm-tables.ts";
import { type CoopLlmTable, coopLlmDifferences, scoresOutput } from "./differences.ts";
import type { PrintedTable } from "./paper-tables.ts";
import { methodOf } from "./printed-figures.ts";

const inPercent = (share: number | undefined) =>
  share === undefined ? null : Number((100 * share).toFixed(1));

/** These are rows of Table 2, apart from the noted differences. */
const combinationOf: Readonly<Record<string, string>> = {
  "searchain-small": "SSS",
  "lalm-smlm": "LSL",
  "searchain-large": "LLL",
};

export function coopLlmTables(analysis: LabAnalysis, batch: LabBatch): PrintedTable[] {
  if (methodOf(batch) !== coopLlm.id) return [];
  // Older batches score the short answer only.
  const measure = scoresOutput(analysis) ? "coverEmOutput" : "coverEm";
  const column = (group: string) => ({ group, title: "cover-EM, %", set: null, measure });
  const common = (table: CoopLlmTable) => ({
    ...{ id: `coop-llm-${table}`, comparisons: [], misprints: [] },
    differs: coopLlmDifferences(table, batch, analysis),
  });
  const row = (title: string, configuration: string | null, cells: (number | null)[]) => {
    const same = configuration === null ? undefined : combinationOf[configuration];
    return { title, configuration, cells, ...(same === undefined ? {} : { also: [same] }) };
  };
  const two: PrintedTable = {
    ...common("two"),
    title: "CoopLLM's Table 2, HotpotQA, cover-EM",
    columns: [...printedSizes, "GPT-3.5"].map(column),
    rows: [
      ...printedTableTwo.map(({ title, configuration, cells }) =>
        row(title, configuration, [
          ...printedSizes.map((size) => inPercent(cells[size]?.accuracy)),
          null,
        ]),
      ),
      row(printedAllLarge.title, printedAllLarge.configuration, [
        ...printedSizes.map(() => null),
        inPercent(printedAllLarge.cell.accuracy),
      ]),
    ],
  };
  const { columns, rows: models } = printedTableThree;
  // The paper has no fine-tuned model without the large one.
  const three: PrintedTable = {
    ...common("three"),
    title: "CoopLLM's Table 3, HotpotQA, cover-EM",
    columns: models.map(({ title }) => column(title)),
    rows: columns.flatMap(({ title, configuration }, at) => {
      const cells = models.map((model) => inPercent(model.cells[at]?.accuracy));
      const printed = row(title, configuration, cells);
      if (configuration !== "base") return [printed];
      return [
        printed,
        row(
          "Fine-tuned, alone",
          "tuned",
          models.map(() => null),
        ),
      ];
    }),
  };
  const four: PrintedTable = {
    ...common("four"),
    title: "CoopLLM's Table 4, HotpotQA, cover-EM",
    columns: [column("Vicuna-7B")],
    rows: printedTableFour.map(({ title, configuration, hotpotQa }) =>
      row(title, configuration, [inPercent(hotpotQa)]),
    ),
  };
  const asked = new Set(analysis.summaries.map(({ id }) => id));
  return [two, three, four].filter(({ rows }) =>
    rows.some(({ configuration, also = [] }) =>
      [configuration, ...also].some((id) => id !== null && asked.has(id)),
    ),
  );
}

/** On the same questions, with the printed differences. */
export function tuningTable({ tuning }: LabAnalysis): string | null {
  if (tuning.length === 0) return null;
  const printed = printedTuningGains();
  return markdownTable(
    [
      "fine-tuned over base",
      "n",
      "ours, points",
      ...printed.map(({ title }) => `printed, ${title}`),
    ],
    tuning.map(({ base, with: tuned, n, gain }) => [
      `${tuned} over ${base}`,
      ...[String(n), percent(gain)],
      ...printed.map((one) => (tuned === "tuned" ? unknown : (100 * one.gain).toFixed(1))),
    ]),
  );
}

export function comparedTable(summaries: readonly ConfigurationSummary[]): string {
  const one = (interval: Interval | null) => (interval === null ? unknown : percent(interval));
  const mean = (interval: Interval | null) =>
    interval === null ? unknown : interval.mean.toFixed(1);
  return markdownTable(
    ["configuration", "n", "F1, %", "EM, %", "cover-EM of the output, %", "large calls", "calls"],
    summaries.map(({ title, n, metrics, costs }) => [
      ...[title, String(n), one(metrics.f1), one(metrics.em), one(metrics.coverEmOutput)],
      ...[mean(costs.largeCalls), mean(costs.calls)],
    ]),
  );
}

/** SlimPLM's EM is a share, so a question can be partly right. */
const levels = [0, 0.2, 0.4, 0.5, 0.6, 0.8];

/** SlimPLM's Figure 3 and §4.4. */
export function masteryTable(
  small: ReadonlyMap<string, number>,
  large: ReadonlyMap<string, number>,
): string {
  const shared = [...small.keys()].filter((id) => large.has(id));
  const above = (of: ReadonlyMap<string, number>, level: number, among = shared) =>
    among.filter((id) => (of.get(id) ?? 0) > level);
  const share = (part: readonly string[], whole: readonly string[]) =>
    whole.length === 0 ? unknown : percent(wilson(part.length, whole.length));
  const rows = levels.map((level) => {
    const known = above(small, level);
    return [
      `> ${level}`,
      share(known, shared),
      share(above(large, level), shared),
      share(above(large, level, known), known),
    ];
  });
  const head = ["EM", "small, %", "large, %", "of the small one's, known to the large one too, %"];
  return `SlimPLM's Figure 3, ${shared.length} questions\n\n${markdownTable(head, rows)}\n`;
}
