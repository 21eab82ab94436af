/** The rows of the list; virtual if it is long. */
import { paths } from "../../../../app/runtime/routes.ts";
import { RowBoundary } from "../../../../ui-kit/Damaged.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { WindowRows } from "../../../../ui-kit/WindowRows.tsx";
import type { BatchSummary } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import sheet from "./Lab.module.css";
import listSheet from "./List.module.css";

const css = classes({ ...sheet, ...listSheet });

/** Longer lists are virtual; shorter ones stay searchable by the browser. */
const shortList = 60;
const guessedRowPx = 76;

export function BatchRows({ batches }: { batches: readonly BatchSummary[] }) {
  if (batches.length > shortList) {
    return (
      <WindowRows
        rows={batches}
        keyOf={({ batch }) => batch.id}
        guessedRowPx={guessedRowPx}
        className={css("rows")}
      >
        {(summary) => <BatchRow summary={summary} />}
      </WindowRows>
    );
  }
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
