/** Sortable table of all configurations with accuracy, cost and place on the front. */
import { useMemo, useState } from "react";
import { onSet } from "../../../../evaluation/analysis/columns.ts";
import type { ConfigurationSummary, LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import {
  costInterval,
  interval,
  points,
  labAnalysisText as words,
} from "../../text/lab-analysis.ts";
import { ConfigurationMark, isToldByMarks } from "./ConfigurationMark.tsx";
import { css } from "./css.ts";
import { useShownSet } from "./question-set.tsx";
import { Scroll } from "./Scroll.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

type SortKey = "configuration" | "quality" | "cost" | "n";

export function CombinationTable({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  const [sort, setSort] = useState<{ key: SortKey; down: boolean }>({
    key: "configuration",
    down: false,
  });
  const { metric, cost } = analysis;
  const rows = useMemo(() => sortedRows(analysis, sort), [analysis, sort]);
  const marked = useMemo(() => isToldByMarks(batch), [batch]);
  const heads: readonly { key: SortKey; label: string; numeric: boolean }[] = [
    { key: "configuration", label: words.tableHead.configuration, numeric: false },
    { key: "quality", label: words.inPercent(metric), numeric: true },
    { key: "cost", label: words.paretoX(cost), numeric: true },
    { key: "n", label: words.tableHead.n, numeric: true },
  ];
  return (
    <Scroll label={words.combinationsTitle}>
      <table className={css("table")}>
        <caption className="visually-hidden">{words.combinationsTitle}</caption>
        <thead>
          <tr>
            {heads.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={css(numeric && "numeric")}
                aria-sort={sort.key !== key ? "none" : sort.down ? "descending" : "ascending"}
              >
                <button
                  type="button"
                  className={css("sort")}
                  onClick={() => setSort({ key, down: sort.key === key ? !sort.down : numeric })}
                >
                  {label}
                  <span aria-hidden="true">{arrow(sort.key === key, sort.down)}</span>
                </button>
              </th>
            ))}
            <th scope="col" className={css("short")}>
              {words.tableHead.front}
            </th>
            <th scope="col" className={css("numeric")}>
              {words.tableHead.set}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.summary.id} row={row} analysis={analysis} batch={batch} marked={marked} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function arrow(on: boolean, down: boolean): string {
  if (!on) return "";
  return down ? " ↓" : " ↑";
}

interface TableRow {
  summary: ConfigurationSummary;
  onFront: boolean;
}

function Row(props: { row: TableRow; analysis: LabAnalysis; batch: LabBatch; marked: boolean }) {
  const { row, analysis, batch, marked } = props;
  const { summary, onFront } = row;
  const { store } = useAnalysisContext();
  const isChosen = useAnalysis((state) => state.configuration === summary.id);
  const own = batch.configurations.find(({ id }) => id === summary.id);
  return (
    // The button in the row does the same by keyboard.
    <tr
      className={css("pick", isChosen && "isChosen")}
      aria-selected={isChosen}
      onClick={() => store.choose({ configuration: summary.id })}
    >
      <th scope="row">
        <button
          type="button"
          className={css("rowButton")}
          aria-pressed={isChosen}
          onClick={() => store.choose({ configuration: summary.id })}
        >
          {own === undefined || !marked ? null : <ConfigurationMark settings={own.settings} />}
          {summary.title}
        </button>
      </th>
      <td className={css("numeric")}>{interval(summary.metrics[analysis.metric])}</td>
      <td className={css("numeric")}>
        {costInterval(analysis.cost, summary.costs[analysis.cost])}
      </td>
      <td className={css("numeric")}>
        {summary.n}
        {summary.failed === 0 ? "" : ` (${summary.failed} ${words.failedAnswer})`}
      </td>
      <td className={css("short")}>{onFront ? words.onFront : words.beaten}</td>
      <InSet id={summary.id} />
    </tr>
  );
}

function InSet({ id }: { id: string }) {
  const shown = useShownSet();
  const column = shown?.columns.byConfiguration.get(id);
  if (shown === null || column === undefined || !shown.narrowed) {
    return <td className={css("numeric")}>—</td>;
  }
  const { n, metric } = onSet(column, shown.set);
  return (
    <td className={css("numeric")}>
      {points(metric)} <span className={css("soft")}>n = {n}</span>
    </td>
  );
}

function sortedRows(
  { summaries, pareto, metric, cost }: LabAnalysis,
  sort: { key: SortKey; down: boolean },
): TableRow[] {
  const front = new Set(pareto.filter(({ onFront }) => onFront).map(({ id }) => id));
  const rows = summaries.map((summary) => ({ summary, onFront: front.has(summary.id) }));
  if (sort.key === "configuration") return sort.down ? rows.reverse() : rows;
  const value = ({ summary }: TableRow): number | null => {
    if (sort.key === "n") return summary.n;
    return (sort.key === "quality" ? summary.metrics[metric] : summary.costs[cost])?.mean ?? null;
  };
  // Unknown values sort last in both directions.
  return rows.sort((a, b) => {
    const one = value(a);
    const other = value(b);
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sort.down ? other - one : one - other;
  });
}
