/** The rows of the list; a long list only makes those in sight. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { paths } from "../../../../app/runtime/routes.ts";
import { RowBoundary } from "../../../../ui-kit/Damaged.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { BatchSummary } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import sheet from "./Lab.module.css";
import listSheet from "./List.module.css";

const css = classes({ ...sheet, ...listSheet });

/** Longer lists are virtual: shorter ones can be searched with the browser's own means. */
const shortList = 60;
const guessedRowPx = 76;

export function BatchRows({ batches }: { batches: readonly BatchSummary[] }) {
  if (batches.length > shortList) return <LongList batches={batches} />;
  return (
    <ol className={css("rows")}>
      {batches.map((summary) => (
        <li key={summary.batch.id}>
          <BatchRow summary={summary} />
        </li>
      ))}
    </ol>
  );
}

function LongList({ batches }: { batches: readonly BatchSummary[] }) {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) setTop(box.top + scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: batches.length,
    estimateSize: () => guessedRowPx,
    overscan: 8,
    scrollMargin: top,
    // A row that is not laid out yet, or in a page that lays out nothing, has no height.
    measureElement: (row) => row.getBoundingClientRect().height || guessedRowPx,
    getItemKey: (index) => batches[index]?.batch.id ?? index,
  });
  return (
    <ol ref={list} className={css("rows", "long")} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const summary = batches[index];
        if (summary === undefined) return null;
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={batches.length}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <BatchRow summary={summary} />
          </li>
        );
      })}
    </ol>
  );
}

function BatchRow({ summary }: { summary: BatchSummary }) {
  const lab = useLab();
  const { id } = summary.batch;
  return (
    <RowBoundary kind="batch" id={id} onRemove={() => void lab.remove(id)}>
      <ShownBatch summary={summary} />
    </RowBoundary>
  );
}

function ShownBatch({ summary }: { summary: BatchSummary }) {
  const { batch, total, done, failed, imported } = summary;
  const running = useLabState((state) => state.running === batch.id);
  const complete = done >= total;
  return (
    <a className={css("row")} href={paths.batch(batch.id)}>
      <span className={css("rowTitle")} dir="auto">
        {batch.title}
      </span>
      <span className={css("rowShape")}>
        {words.shape(batch)}
        <span>{words.models(batch)}</span>
      </span>
      <span className={css("rowState")}>
        <span className={css("bar")} aria-hidden="true">
          <span style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
        </span>
        <span>
          {complete ? words.complete : words.progressOf(done, total)}
          {running ? ` · ${words.runningNow}` : ""}
          {failed > 0 ? ` · ${words.failedCount(failed)}` : ""}
          {imported ? ` · ${words.imported}` : ""}
        </span>
      </span>
      <time className={css("rowDate")} dateTime={new Date(batch.createdEpochMs).toISOString()}>
        {words.made(batch.createdEpochMs)}
      </time>
    </a>
  );
}
