import type { RunSummary } from "../../../storage/runs.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { WindowRows } from "../../../ui-kit/WindowRows.tsx";
import sheet from "./History.module.css";
import { RunRow, type RunRowProps } from "./RunRow.tsx";

const css = classes(sheet);

/** Up to this length the browser's own search works; longer lists are virtualised. */
const shortList = 60;
const guessedRowPx = 96;

type RunRowsProps = Omit<RunRowProps, "row" | "chosen"> & {
  rows: readonly RunSummary[];
  chosen: readonly string[];
};

export function RunRows(props: RunRowsProps) {
  const { rows, chosen, ...rest } = props;
  const rowOf = (row: RunSummary) => (
    <RunRow row={row} chosen={chosen.includes(row.id)} {...rest} />
  );
  if (rows.length > shortList) {
    return (
      <WindowRows
        rows={rows}
        keyOf={(row) => row.id}
        guessedRowPx={guessedRowPx}
        className={css("rows")}
      >
        {rowOf}
      </WindowRows>
    );
  }
  return (
    <ol className={css("rows")}>
      {rows.map((row) => (
        <li key={row.id}>{rowOf(row)}</li>
      ))}
    </ol>
  );
}
