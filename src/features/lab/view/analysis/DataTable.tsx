/** A table as data: each column defines its cell on the page and its values in the file. */
import type { ReactNode } from "react";
import type { Interval, Share } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { interval, meanInterval } from "../../text/lab-analysis.ts";
import { courseText } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { FigureTable } from "./FigureTable.tsx";

type Cell = string | number | null;

export interface Column<R> {
  /** Null: only in the file. */
  label: string | null;
  isText?: boolean;
  show(row: R): ReactNode;
  /** In the file: one or more columns. */
  heads: readonly string[];
  cells(row: R): readonly Cell[];
}

interface Row {
  id: string;
  title: string;
}

export interface TableData<R> {
  title: string;
  help: string;
  file: string;
  rows: readonly (R & Row)[];
  columns: readonly Column<R>[];
  /** Shown below the table; null entries are skipped. */
  notes?: readonly (string | null)[];
}

export function DataTable<R>(props: TableData<R> & { children?: ReactNode }) {
  const { title, help, file, rows, columns, notes = [], children } = props;
  const shown = columns.flatMap(({ label, ...rest }) => (label === null ? [] : { label, ...rest }));
  return (
    <Figure
      title={title}
      help={help}
      file={file}
      table={() => ({
        head: ["configuration", ...columns.flatMap(({ heads }) => heads)],
        rows: rows.map((row) => [row.id, ...columns.flatMap(({ cells }) => cells(row))]),
      })}
      isTable
    >
      {children}
      <FigureTable
        label={title}
        first={courseText.configuration}
        heads={shown}
        rows={rows.map((row, at) => ({
          id: `${String(at)} ${row.id}`,
          title: row.title,
          cells: shown.map(({ show }) => show(row)),
        }))}
      />
      {notes.map((note) =>
        note === null ? null : (
          <p key={note} className={css("soft")}>
            {note}
          </p>
        ),
      )}
    </Figure>
  );
}

/** With its interval, and the counts below it. */
export function shareColumn<R>(
  label: string,
  name: string,
  of: (row: R) => Share | null,
): Column<R> {
  return {
    label,
    show(row) {
      const share = of(row);
      if (share === null) return unknown;
      return underlined(interval(share), courseText.counted(share.count, share.n));
    },
    heads: [`${name}, %`, `${name} low`, `${name} high`, `${name} n`],
    cells: (row) => [...inPercent(of(row)), of(row)?.n ?? null],
  };
}

/** Mean of a share; differences are in points. */
export function percentColumn<R>(
  label: string,
  name: string,
  of: (row: R) => Interval | null,
): Column<R> {
  return {
    label,
    show: (row) => interval(of(row)),
    heads: [name, `${name} low`, `${name} high`],
    cells: (row) => inPercent(of(row)),
  };
}

export function meanColumn<R>(
  label: string,
  name: string,
  of: (row: R) => Interval | null,
): Column<R> {
  return {
    label,
    show(row) {
      const mean = of(row);
      return mean === null ? unknown : underlined(meanInterval(mean), `n = ${mean.n}`);
    },
    heads: [name, `${name} low`, `${name} high`, `${name} n`],
    cells(row) {
      const mean = of(row);
      return mean === null ? [null, null, null, null] : [mean.mean, mean.low, mean.high, mean.n];
    },
  };
}

/** `label` null: only in the file. */
export function valueColumn<R>(
  label: string | null,
  name: string,
  of: (row: R) => Cell,
  show: (value: number | string) => string = String,
): Column<R> {
  return {
    label,
    show(row) {
      const value = of(row);
      return value === null ? unknown : show(value);
    },
    heads: [name],
    cells: (row) => [of(row)],
  };
}

function inPercent(span: Interval | null): Cell[] {
  if (span === null) return [null, null, null];
  return [100 * span.mean, 100 * span.low, 100 * span.high];
}

function underlined(figure: string, under: string): ReactNode {
  return (
    <>
      {figure}
      <span className={css("under")}>{under}</span>
    </>
  );
}
