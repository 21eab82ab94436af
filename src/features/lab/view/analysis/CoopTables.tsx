/** CoopLLM's Tables 2, 3 and 4 as printed, with this batch's figures in the same places. */
import { type ReactNode, useState } from "react";
import {
  type PrintedCell,
  printedAllLarge,
  printedSizes,
  printedTableFour,
  printedTableThree,
  printedTableTwo,
} from "../../../../evaluation/coop-llm-tables.ts";
import type { ConfigurationSummary, LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import type { Table } from "../../../../ui-kit/csv.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { count, unknown, usd } from "../../../../ui-kit/text/format.ts";
import { interval, points } from "../../text/lab-analysis.ts";
import { printedText as words } from "../../text/lab-printed.ts";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";
import { TuningGains } from "./TuningGains.tsx";

const tables = ["two", "three", "four"] as const;
type TableId = (typeof tables)[number];

/** Of the eight combinations, those that are rows of Table 2 but for what is said under it. */
const combinationOf: Readonly<Record<string, string>> = {
  "searchain-small": "SSS",
  "lalm-smlm": "LSL",
  "searchain-large": "LLL",
};

interface Own {
  id: string;
  summary: ConfigurationSummary | null;
}

type Props = { analysis: LabAnalysis; batch: LabBatch };

/** Nothing where no row of any of them was run. */
export function CoopTables({ analysis, batch }: Props) {
  const [table, setTable] = useState<TableId>(() => fitting(analysis));
  if (!tables.some((one) => hasRow(one, analysis))) return null;
  const shown = viewOf(table, analysis);
  return (
    <Figure
      title={words.title}
      help={words.help}
      file={`table-${table}`}
      table={() => shown.csv}
      isTable
    >
      <div className={css("fields", "tablePick")}>
        <SelectField
          label={words.pick}
          value={table}
          options={tables.map((value) => ({ value, label: words.tables[value] }))}
          onChange={setTable}
        />
      </div>
      <Scroll label={words.tables[table]}>
        <table className={css("table")}>
          <caption>{words.tables[table]}</caption>
          <thead>
            <tr>
              {shown.head.map((head, at) => (
                <th key={head} scope="col" className={css(at > 0 && "numeric")}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map(({ title, meaning, cells }) => (
              <tr key={title}>
                <th scope="row">
                  {title}
                  {meaning === undefined ? null : <span className={css("under")}>{meaning}</span>}
                </th>
                {cells.map((cell, at) => (
                  // Cells have no name but their column.
                  <td key={shown.head[at + 1]} className={css("numeric", at === 0 && "own")}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {table === "three" ? <TuningGains gains={analysis.tuning} /> : null}
        </table>
      </Scroll>
      {table === "three" && analysis.tuning.length > 1 ? (
        <p className={css("soft")}>{words.tuning.several}</p>
      ) : null}
      <h4>{words.differs}</h4>
      <ul className={css("notes")}>
        {words.differences(table, batch, analysis.questions, scoresOutput(analysis)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Figure>
  );
}

function scoresOutput({ summaries }: LabAnalysis): boolean {
  return summaries.every(({ n, metrics }) => n === 0 || metrics.coverEmOutput !== null);
}

/** The table that the batch has most rows of. */
function fitting({ summaries }: LabAnalysis): TableId {
  const has = (id: string) => summaries.some((one) => one.id === id);
  if (printedTableFour.some(({ configuration }) => has(configuration))) return "four";
  return has("tuned") || has("tuned-large") ? "three" : "two";
}

function hasRow(table: TableId, analysis: LabAnalysis): boolean {
  const ids = {
    two: [...printedTableTwo, printedAllLarge].map(({ configuration }) => configuration),
    three: threeRows.map(({ configuration }) => configuration),
    four: printedTableFour.map(({ configuration }) => configuration),
  } satisfies Record<TableId, readonly (string | null)[]>;
  return ids[table].some((id) => own(analysis, id)?.summary != null);
}

interface View {
  head: readonly string[];
  rows: readonly { title: string; meaning?: string; cells: readonly ReactNode[] }[];
  csv: Table;
}

function viewOf(table: TableId, analysis: LabAnalysis): View {
  if (table === "two") return tableTwo(analysis);
  return table === "three" ? tableThree(analysis) : tableFour(analysis);
}

function own({ summaries }: LabAnalysis, id: string | null): Own | null {
  if (id === null) return null;
  const found = (wanted: string | undefined) => summaries.find((one) => one.id === wanted);
  const summary = found(id) ?? found(combinationOf[id]) ?? null;
  return { id: summary?.id ?? id, summary };
}

/** Accuracy, calls and money of this batch, as a printed cell has them. */
function ownCell(analysis: LabAnalysis, id: string | null): ReactNode {
  const summary = own(analysis, id)?.summary ?? null;
  if (summary === null) return unknown;
  const { metrics, costs, n } = summary;
  return (
    <>
      {interval(paperMetric(metrics))}
      <span className={css("under")}>
        {spentText(costs.largeCalls?.mean ?? null, costs.usd?.mean ?? null)}, n = {count(n)}
      </span>
    </>
  );
}

/** What the paper prints; batches from before know it of the short answer only. */
function paperMetric({ coverEmOutput, coverEm }: ConfigurationSummary["metrics"]) {
  return coverEmOutput ?? coverEm;
}

function printedCell({ accuracy, largeCalls, usd: money, note }: PrintedCell): ReactNode {
  return (
    <>
      {points(accuracy)}
      {note === null ? null : <span title={note}>*</span>}
      {largeCalls === null || money === null ? null : (
        <span className={css("under")}>{spentText(largeCalls, money)}</span>
      )}
    </>
  );
}

function spentText(largeCalls: number | null, money: number | null): string {
  if (largeCalls === 0) return words.noLargeCalls;
  return words.spent(largeCalls === null ? unknown : largeCalls.toFixed(2), usd(money));
}

const ownColumns = (analysis: LabAnalysis, id: string | null) => {
  const summary = own(analysis, id)?.summary ?? null;
  const metric = summary === null ? null : paperMetric(summary.metrics);
  return [
    summary?.id ?? null,
    metric === null ? null : 100 * metric.mean,
    metric === null ? null : 100 * metric.low,
    metric === null ? null : 100 * metric.high,
    summary?.n ?? null,
  ];
};
const ownHead = ["configuration", "this batch, %", "low", "high", "n"];

function tableTwo(analysis: LabAnalysis): View {
  const rows = [
    ...printedTableTwo.map(({ title, configuration, cells }) => ({
      title,
      configuration,
      printed: printedSizes.map((size) => cells[size]),
    })),
    {
      title: printedAllLarge.title,
      configuration: printedAllLarge.configuration,
      printed: [printedAllLarge.cell],
    },
  ];
  return {
    head: [words.row, words.own, ...printedSizes.map(words.printedAt)],
    rows: rows.map(({ title, configuration, printed }) => ({
      title,
      cells: [
        ownCell(analysis, configuration),
        ...printedSizes.map((_, at) => cellAt(printed, at)),
      ],
    })),
    csv: {
      head: ["row", ...ownHead, ...printedSizes.map((size) => `printed ${size}, %`)],
      rows: rows.map(({ title, configuration, printed }) => [
        title,
        ...ownColumns(analysis, configuration),
        ...printedSizes.map((_, at) => accuracyAt(printed, at)),
      ]),
    },
  };
}

function cellAt(cells: readonly PrintedCell[], at: number): ReactNode {
  const cell = cells[at];
  return cell === undefined ? "" : printedCell(cell);
}

function accuracyAt(cells: readonly PrintedCell[], at: number): number | null {
  const cell = cells[at];
  return cell === undefined ? null : 100 * cell.accuracy;
}

/** Its columns are our rows: each small model is a column beside ours. */
function tableThree(analysis: LabAnalysis): View {
  const { rows: models } = printedTableThree;
  return {
    head: [words.row, words.own, ...models.map(({ title }) => words.printedAt(title))],
    rows: threeRows.map(({ title, configuration, meaning, at }) => ({
      title,
      meaning,
      cells: [
        ownCell(analysis, configuration),
        ...models.map(({ cells }) => (at === null ? unknown : cellAt(cells, at))),
      ],
    })),
    csv: {
      head: [
        "row",
        ...ownHead,
        ...models.map(({ title }) => `printed ${title}, %`),
        ...["over base, points", "low", "high", "n", "gained", "lost", "p"],
      ],
      rows: threeRows.map(({ title, configuration, at }) => [
        title,
        ...ownColumns(analysis, configuration),
        ...models.map(({ cells }) => (at === null ? null : accuracyAt(cells, at))),
        ...gainColumns(analysis, configuration),
      ]),
    },
  };
}

const tunedAlone = {
  title: words.tunedAlone,
  configuration: "tuned",
  meaning: words.meaning.tuned,
  at: null,
} as const;

/** The paper's columns, and the one of ours that it does not print, beside its base. */
const threeRows = printedTableThree.columns.flatMap(({ title, configuration }, at) => {
  const meaning = words.meaning[configuration ?? "lora"];
  const printed = { title, configuration, meaning, at };
  return configuration === "base" ? [printed, tunedAlone] : [printed];
});

function gainColumns({ tuning }: LabAnalysis, id: string | null) {
  const found = tuning.find((one) => one.with === id);
  if (found === undefined) return [null, null, null, null, null, null, null];
  const { gain, n, mcnemar, p } = found;
  const span = [gain.mean, gain.low, gain.high].map((share) => 100 * share);
  return [...span, n, mcnemar?.gained ?? null, mcnemar?.lost ?? null, p];
}

function tableFour(analysis: LabAnalysis): View {
  return {
    head: [words.row, words.own, words.printedAt("HotpotQA"), words.printedAt("OpenBookQA")],
    rows: printedTableFour.map(({ title, configuration, hotpotQa, openbookQa }) => ({
      title,
      cells: [ownCell(analysis, configuration), points(hotpotQa), points(openbookQa)],
    })),
    csv: {
      head: ["row", ...ownHead, "printed HotpotQA, %", "printed OpenBookQA, %"],
      rows: printedTableFour.map(({ title, configuration, hotpotQa, openbookQa }) => [
        title,
        ...ownColumns(analysis, configuration),
        100 * hotpotQa,
        100 * openbookQa,
      ]),
    },
  };
}
