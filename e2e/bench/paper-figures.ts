/** What `npm run bench -- papers` prints besides tables of one method's paper. */
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import {
  printedAllLarge,
  printedSizes,
  printedTableFour,
  printedTableTwo,
} from "../../src/evaluation/coop-llm-tables.ts";
import type { PrintedTable } from "../../src/evaluation/paper-tables.ts";
import { percent } from "../../src/evaluation/statistics/interval.ts";
import { wilson } from "../../src/evaluation/statistics/wilson.ts";
import type { ConfigurationSummary, Interval } from "../../src/evaluation/types.ts";
import { unknown } from "../../src/ui-kit/text/format.ts";

const inPercent = (share: number | undefined) =>
  share === undefined ? null : Number((100 * share).toFixed(1));

/** CoopLLM's Tables 2 and 4 in the form of the others; only those that have a row among `summaries`. */
export function coopLlmTables(summaries: readonly ConfigurationSummary[]): PrintedTable[] {
  const column = (model: string) => ({
    ...{ group: model, title: "cover-EM, %" },
    ...{ set: null, measure: "coverEmOutput" },
  });
  const common = { comparisons: [], differs: [], misprints: [] };
  const rowsOfTwo = printedTableTwo.map(({ title, configuration, cells }) => ({
    title,
    configuration,
    cells: [...printedSizes.map((size) => inPercent(cells[size]?.accuracy)), null],
  }));
  const { title, configuration, cell } = printedAllLarge;
  const allLarge = { title, configuration, cells: [null, null, null, inPercent(cell.accuracy)] };
  const two: PrintedTable = {
    ...common,
    id: "coop-llm-two",
    title: "CoopLLM's Table 2, HotpotQA, cover-EM",
    columns: [...printedSizes, "GPT-3.5"].map(column),
    rows: [...rowsOfTwo, allLarge],
  };
  const four: PrintedTable = {
    ...common,
    id: "coop-llm-four",
    title: "CoopLLM's Table 4, HotpotQA, cover-EM",
    columns: [column("Vicuna-7B")],
    rows: printedTableFour.map((row) => ({ ...row, cells: [inPercent(row.hotpotQa)] })),
  };
  const asked = new Set(summaries.map(({ id }) => id));
  return [two, four].filter(({ rows }) =>
    rows.some((row) => row.configuration !== null && asked.has(row.configuration)),
  );
}

/** Every configuration by the field's measure and the papers', with what it took. */
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

/** EM as SlimPLM has it is a share of the gold answers, so that a question can be mastered in part. */
const levels = [0, 0.2, 0.4, 0.5, 0.6, 0.8];

/** SlimPLM's Figure 3 and its §4.4: the shares of questions above each EM, and how many of the small model's the large one masters, too. */
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
