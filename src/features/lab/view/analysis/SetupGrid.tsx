/** Questions as rows, setups as columns: draws only visible cells; keys move through them. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { gridText } from "../../text/lab-grid.ts";
import { css } from "./css.ts";
import { type MarkedOutcome, OutcomeMark } from "./OutcomeMark.tsx";

export interface GridSetup {
  id: string;
  /** In full, for tips and screen readers. */
  title: string;
  /** Shown in its place; null shows the title. */
  mark: ReactNode;
  /** The column's figure: "12 of 40". */
  figure: string;
}

export interface GridQuestion {
  id: string;
  text: string;
  hasRuns: boolean;
}

export interface GridCell {
  mark: MarkedOutcome | null;
  /** Beside the mark, short. */
  figure: string;
  /** The cell in words. */
  said: string;
}

/** The grid's data. While it is the same object, only rows whose focus or choice changed are redrawn. */
export interface GridSource {
  setups: readonly GridSetup[];
  rows: number;
  /** Null while it is being fetched. */
  question(row: number): GridQuestion | null;
  cell(row: number, setup: number): GridCell;
}

/** Ids of an open cell. */
export interface OpenCell {
  question: string;
  setup: string | null;
  beside: string | null;
}

/** In pixels; on a narrow page the cost is below the mark. */
const sizes = {
  wide: { row: 36, question: 300, cell: 92 },
  narrow: { row: 58, question: 132, cell: 76 },
};
const headHeight = 64;
/** Maximum height in pixels; a few questions take less. */
const mostHeight = 520;
const borders = 2;
/** With more setups, only visible columns are drawn. */
const fewSetups = 12;
/** Rows that a page key moves by. */
const page = 10;

interface At {
  row: number;
  column: number;
}

export function SetupGrid(props: {
  source: GridSource;
  opened: OpenCell | null;
  onOpen: (row: number, setup: number) => void;
  /** Called after each drawing with the drawn rows. */
  onDrawn?: (rows: readonly number[]) => void;
}) {
  const { source, opened, onOpen, onDrawn } = props;
  const { setups } = source;
  const narrow = useMedia("(max-width: 760px)");
  const size = narrow ? sizes.narrow : sizes.wide;
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<At>({ row: 0, column: 0 });
  const current = {
    row: Math.max(0, Math.min(at.row, source.rows - 1)),
    column: Math.min(at.column, setups.length - 1),
  };
  const virtual = useVirtualizer({
    count: source.rows,
    getScrollElement: () => frame.current,
    estimateSize: () => size.row,
    overscan: 6,
    rangeExtractor: (range) => withFocused(range, current.row),
    initialRect: { width: 600, height: mostHeight },
    scrollMargin: headHeight,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: setups.length,
    getScrollElement: () => frame.current,
    estimateSize: () => size.cell,
    overscan: 2,
    rangeExtractor: (range) => withFocused(range, current.column),
    initialRect: { width: 600, height: mostHeight },
    scrollMargin: size.question,
  });
  // It remembers the sizes of rows, also those of the width before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another size
  useLayoutEffect(() => {
    virtual.measure();
    across.measure();
  }, [size.row]);
  const focusCell = ({ row, column }: At) =>
    frame.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  useReturn(opened?.question ?? null, () => focusCell(current));
  const drawn = virtual.getVirtualItems();
  const isFew = setups.length <= fewSetups;
  const shown = isFew ? [...setups.keys()] : across.getVirtualItems().map(({ index }) => index);
  // As text, so that the same columns redraw no row.
  const columns = shown.join(" ");
  useEffect(() => onDrawn?.(drawn.map(({ index }) => index)));

  function handleClick({ target }: MouseEvent): void {
    const cell = cellAt(target);
    if (cell === null) return;
    setAt(cell);
    onOpen(cell.row, cell.column);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpen(current.row, current.column);
      return;
    }
    const next = moved(event, current, { row: source.rows - 1, column: setups.length - 1 });
    if (next === null) return;
    event.preventDefault();
    // Rendering at once lets the next key reach the new cell.
    flushSync(() => setAt(next));
    focusCell(next);
  }

  const style: CSSProperties & Record<`--${string}`, string> = {
    height: Math.min(mostHeight, headHeight + virtual.getTotalSize() + borders),
    "--question": `${size.question}px`,
    "--cell": `${size.cell}px`,
    "--setups": String(setups.length),
    "--head": `${headHeight}px`,
  };
  return (
    <div ref={frame} className={css("grid", narrow && "isNarrow")} style={style}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through its cells
        role="grid"
        aria-label={gridText.label}
        aria-rowcount={source.rows + 1}
        aria-colcount={setups.length + 1}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <HeadRow setups={setups} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const isOpen = opened !== null && source.question(index)?.id === opened.question;
            return (
              <GridRow
                key={index}
                source={source}
                row={index}
                columns={columns}
                top={start - headHeight}
                height={size.row}
                focusable={index === current.row ? current.column : null}
                opened={isOpen ? opened.setup : null}
                beside={isOpen ? opened.beside : null}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Keeps the focused cell mounted when it is scrolled out of view. */
function withFocused(range: Range, focused: number): number[] {
  return [...new Set([...defaultRangeExtractor(range), focused])]
    .filter((at) => at < range.count)
    .sort((a, b) => a - b);
}

function cellAt(target: EventTarget): At | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const [row, column] = (cell?.dataset["cell"] ?? "").split(" ").map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** Focus inside the closed comparison returns to the cell that opened it. */
function useReturn(question: string | null, focus: () => void): void {
  const before = useRef(question);
  useEffect(() => {
    const closed = before.current !== null && question === null;
    before.current = question;
    if (closed && document.activeElement === document.body) focus();
  });
}

function moved({ key, ctrlKey }: KeyboardEvent, { row, column }: At, last: At): At | null {
  const to = (next: At): At => ({
    row: Math.max(0, Math.min(last.row, next.row)),
    column: Math.max(0, Math.min(last.column, next.column)),
  });
  switch (key) {
    case "ArrowDown":
      return to({ row: row + 1, column });
    case "ArrowUp":
      return to({ row: row - 1, column });
    case "ArrowRight":
      return to({ row, column: column + 1 });
    case "ArrowLeft":
      return to({ row, column: column - 1 });
    case "PageDown":
      return to({ row: row + page, column });
    case "PageUp":
      return to({ row: row - page, column });
    case "Home":
      return { row: ctrlKey ? 0 : row, column: 0 };
    case "End":
      return { row: ctrlKey ? last.row : row, column: last.column };
    default:
      return null;
  }
}

const HeadRow = memo(function HeadRow({ setups }: Pick<GridSource, "setups">) {
  return (
    <thead>
      <tr className={css("gridLine")} aria-rowindex={1}>
        <th scope="col" className={css("gridQuestion")}>
          {gridText.question}
        </th>
        {setups.map(({ id, title, mark, figure }) => (
          <th key={id} scope="col" className={css("gridSetup")} title={title}>
            {mark}
            <span className={mark === null ? css("gridTitle") : "visually-hidden"}>{title}</span>
            <span className={css("gridCount")}>{figure}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
});

const GridRow = memo(function GridRow(props: {
  source: GridSource;
  row: number;
  /** Drawn columns: "0 1 2". */
  columns: string;
  top: number;
  height: number;
  focusable: number | null;
  opened: string | null;
  beside: string | null;
}) {
  const { source, row, columns, top, height, focusable, opened, beside } = props;
  const { setups } = source;
  const question = source.question(row);
  const text = question?.text ?? gridText.coming;
  return (
    <tr
      className={css("gridLine", "gridRow", opened !== null && "isOpen")}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-rowindex={row + 2}
    >
      <th scope="row" className={css("gridQuestion")} dir="auto" title={text}>
        <span className={css("gridAsked")}>{text}</span>
        {question?.hasRuns === true ? (
          <span
            className={css("gridRuns")}
            role="img"
            aria-label={gridText.hasRuns}
            title={gridText.hasRuns}
          >
            ⇄
          </span>
        ) : null}
      </th>
      {columns.split(" ").map((drawn) => {
        const column = Number(drawn);
        const setup = setups[column];
        return setup === undefined ? null : (
          <Cell
            key={setup.id}
            source={source}
            row={row}
            column={column}
            focusable={focusable === column}
            isOpen={opened === setup.id}
            isBeside={beside === setup.id}
          />
        );
      })}
    </tr>
  );
});

const coming: GridCell = { mark: null, figure: "", said: gridText.coming };

/** Memoised: scrolling draws new cells only. */
const Cell = memo(function Cell(props: {
  source: GridSource;
  row: number;
  column: number;
  focusable: boolean;
  isOpen: boolean;
  isBeside: boolean;
}) {
  const { source, row, column, focusable, isOpen, isBeside } = props;
  const question = source.question(row);
  const { mark, figure, said } = question === null ? coming : source.cell(row, column);
  const title = source.setups[column]?.title ?? "";
  return (
    <td
      data-cell={`${row} ${column}`}
      aria-colindex={column + 2}
      style={{ gridColumn: column + 2 }}
      className={css("gridCell", isOpen && "isOpen", isBeside && "isBeside")}
      tabIndex={focusable ? 0 : -1}
      aria-current={isOpen}
      aria-label={gridText.cell(said, title, question?.text ?? gridText.coming)}
      title={said}
    >
      {mark === null ? null : <OutcomeMark outcome={mark} />}
      <span className={css("gridCost")} aria-hidden="true">
        {figure}
      </span>
    </td>
  );
});
