/** A table of figures: one row a thing, its name first, each further column figures. */
import { Fragment, type ReactNode } from "react";
import type { Share } from "../../../../evaluation/types.ts";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { interval } from "../../text/lab-analysis.ts";
import { courseText as words } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";

export interface FigureRow {
  id: string;
  title: ReactNode;
  /** In the order of the further heads. */
  cells: readonly ReactNode[];
}

export interface FigureHead {
  label: string;
  /** Words instead of figures. */
  isText?: boolean;
}

export function FigureTable(props: {
  label: string;
  /** Of the rows' names. */
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

/** A share with its interval, and under it how many of how many. */
export function ShareFigure({ share }: { share: Share | null }) {
  if (share === null) return unknown;
  return (
    <Fragment>
      {interval(share)}
      <span className={css("under")}>{words.counted(share.count, share.n)}</span>
    </Fragment>
  );
}

/** What a file's columns of a share are called, and what stands in them. */
export function shareHeads(name: string): string[] {
  return [`${name}, %`, `${name} low`, `${name} high`, `${name} n`];
}

export function shareCells(share: Share | null): (number | null)[] {
  if (share === null) return [null, null, null, null];
  return [100 * share.mean, 100 * share.low, 100 * share.high, share.n];
}
