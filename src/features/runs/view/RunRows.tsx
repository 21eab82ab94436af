/** The rows of the list; a long list only makes those in sight. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { RunSummary } from "../../../storage/runs.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import sheet from "./History.module.css";
import { RunRow, type RunRowProps } from "./RunRow.tsx";

const css = classes(sheet);

/** Longer lists are virtual: shorter ones can be searched with the browser's own means. */
const shortList = 60;
const guessedRowPx = 96;

type RunRowsProps = Omit<RunRowProps, "row" | "chosen"> & {
  rows: readonly RunSummary[];
  chosen: readonly string[];
};

export function RunRows(props: RunRowsProps) {
  const { rows, chosen, ...rest } = props;
  if (rows.length > shortList) return <LongList {...props} />;
  return (
    <ol className={css("rows")}>
      {rows.map((row) => (
        <li key={row.id}>
          <RunRow row={row} chosen={chosen.includes(row.id)} {...rest} />
        </li>
      ))}
    </ol>
  );
}

function LongList({ rows, chosen, ...rest }: RunRowsProps) {
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
    measureElement: (row) => row.getBoundingClientRect().height || guessedRowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  return (
    <ol ref={list} className={css("rows", "long")} style={{ height: inSight.getTotalSize() }}>
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
            <RunRow row={row} chosen={chosen.includes(row.id)} {...rest} />
          </li>
        );
      })}
    </ol>
  );
}
