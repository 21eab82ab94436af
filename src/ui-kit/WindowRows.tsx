import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "./styles/classes.ts";
import sheet from "./WindowRows.module.css";

const css = classes(sheet);

interface WindowRowsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** In pixels, until the row is measured. */
  guessedRowPx: number;
  className: string;
  children: (row: Row) => ReactNode;
}

export function WindowRows<Row>(props: WindowRowsProps<Row>) {
  const { rows, keyOf, guessedRowPx, className, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) setTop(box.top + scrollY);
  }, []);
  const inSight = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => guessedRowPx,
    overscan: 8,
    scrollMargin: top,
    // Rows have no height before layout or in a test DOM.
    measureElement: (row) => row.getBoundingClientRect().height || guessedRowPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  return (
    <ol
      ref={list}
      className={`${className} ${css("rows")}`}
      style={{ height: inSight.getTotalSize() }}
    >
      {inSight.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            ref={inSight.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={rows.length}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {children(row)}
          </li>
        );
      })}
    </ol>
  );
}
