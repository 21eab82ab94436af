/** The printed figures of the batch's own paper, with its own in the same places. */
import { useEffect, useState } from "react";
import type { PrintedColumn, PrintedTable } from "../../../../evaluation/paper-tables.ts";
import {
  type Beside,
  besideOf,
  isMean,
  methodOf,
  type OwnFigure,
  tablesBeside,
} from "../../../../evaluation/printed-figures.ts";
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { coopLlm } from "../../../../methods/coop-llm/index.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import type { Table } from "../../../../ui-kit/csv.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { count, unknown } from "../../../../ui-kit/text/format.ts";
import { printedText as words } from "../../text/lab-printed.ts";
import { CoopTables } from "./CoopTables.tsx";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";

type Props = { analysis: LabAnalysis; batch: LabBatch };

export function PrintedPart(props: Props) {
  // CoopLLM's tables compare trained models, too, and say what each row of the batch has otherwise.
  if (methodOf(props.batch) === coopLlm.id) return <CoopTables {...props} />;
  return <PrintedTables {...props} />;
}

function PrintedTables({ analysis, batch }: Props) {
  const tables = useTables(batch);
  const [chosen, setChosen] = useState<string | null>(null);
  const measured = tables.filter((one) => isMeasured(besideOf(one, analysis.summaries, batch)));
  const table = measured.find(({ id }) => id === chosen) ?? measured[0];
  if (table === undefined) return null;
  const shown = besideOf(table, analysis.summaries, batch);
  return (
    <Figure
      title={words.title}
      help={words.helpOf(findMethodInfo(methodOf(batch) ?? "")?.title ?? "")}
      file={table.id}
      table={() => csvOf(shown)}
      isTable
    >
      {measured.length === 1 ? null : (
        <div className={css("fields", "tablePick")}>
          <SelectField
            label={words.pick}
            value={table.id}
            options={measured.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setChosen}
          />
        </div>
      )}
      <Scroll label={table.title}>
        <table className={css("table")}>
          <caption>{table.title}</caption>
          <thead>
            <tr>
              {[
                words.row,
                ...shown.own.map(words.ownOf),
                ...shown.printed.map(words.printedColumn),
              ].map((head, at) => (
                <th key={head} scope="col" className={css(at > 0 && "numeric")}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map(({ title, own, printed }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {own.map((figure, at) => (
                  <td key={shown.own[at]?.measure} className={css("numeric", "own")}>
                    <Own figure={figure} measure={shown.own[at]?.measure ?? ""} />
                  </td>
                ))}
                {printed.map((cell, at) => (
                  // A column has no name but its place.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <td key={at} className={css("numeric")}>
                    {cell ?? unknown}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <h4>{words.differs}</h4>
      <ul className={css("notes")}>
        <li>{words.asked(batch, analysis.questions)}</li>
        {shown.isOfPaper ? null : <li>{words.otherSet(batch.set)}</li>}
        {table.differs.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {table.misprints.length === 0 ? null : (
        <>
          <h4>{words.misprints}</h4>
          <ul className={css("notes")}>
            {table.misprints.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Figure>
  );
}

/** A table of nothing but printed figures says nothing of the batch. */
function isMeasured({ rows }: Beside): boolean {
  return rows.some(({ own }) => own.some((figure) => figure !== null));
}

/** Fetched once a batch: the figures lie in the methods' folders. */
function useTables(batch: LabBatch): readonly PrintedTable[] {
  const [tables, setTables] = useState<readonly PrintedTable[]>([]);
  useEffect(() => {
    let isShown = true;
    const show = (found: readonly PrintedTable[]) => {
      if (isShown) setTables(found);
    };
    tablesBeside(batch).then(show, () => show([]));
    return () => {
      isShown = false;
    };
  }, [batch]);
  return tables;
}

function Own({ figure, measure }: { figure: OwnFigure | null; measure: string }) {
  if (figure === null) return unknown;
  const { value, low, high, n } = figure;
  const text = (one: number) => (isMean(measure) ? one.toFixed(2) : (100 * one).toFixed(1));
  return (
    <>
      {text(value)}
      {low === null || high === null ? null : ` (${text(low)}\u00a0…\u00a0${text(high)})`}
      <span className={css("under")}>n = {count(n)}</span>
    </>
  );
}

function csvOf({ own, printed, rows }: Beside): Table {
  const scale = ({ measure }: PrintedColumn) => (isMean(measure) ? 1 : 100);
  return {
    head: [
      "row",
      ...own.flatMap(({ measure }) => [measure, "low", "high", "n"]),
      ...printed.map(({ group, title }) => `printed ${group} ${title}`),
    ],
    rows: rows.map((row) => [
      row.title,
      ...row.own.flatMap((figure, at) => {
        if (figure === null) return [null, null, null, null];
        const column = own[at];
        const by = column === undefined ? 1 : scale(column);
        const scaled = (value: number | null) => (value === null ? null : by * value);
        return [by * figure.value, scaled(figure.low), scaled(figure.high), figure.n];
      }),
      ...row.printed,
    ]),
  };
}
