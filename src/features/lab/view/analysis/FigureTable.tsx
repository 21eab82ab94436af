/** A table of figures: the first column names the row. */
import type { ReactNode } from "react";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";

export interface FigureRow {
  id: string;
  title: ReactNode;
  cells: readonly ReactNode[];
}

export interface FigureHead {
  label: string;
  /** Text instead of figures. */
  isText?: boolean;
}

export function FigureTable(props: {
  label: string;
  first: string;
  heads: readonly FigureHead[];
  rows: readonly FigureRow[];
}) {
  const { label, first, heads, rows } = props;
  return (
    <Scroll label={label}>
      <table className={css("table")}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {heads.map((head) => (
              <th key={head.label} scope="col" className={css(head.isText !== true && "numeric")}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, cells }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              {heads.map(({ label: head, isText }, at) => (
                <td key={head} className={css(isText === true ? "words" : "numeric")}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
