/** A cell opens its run beside another. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Column, LabColumns } from "../../../../evaluation/analysis/columns.ts";
import { cellOutcome } from "../../../../evaluation/analysis/grid.ts";
import type { Configuration } from "../../../../evaluation/types.ts";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { cellCost, cellWords, gridText } from "../../text/lab-grid.ts";
import { ConfigurationMark, isToldByMarks } from "./ConfigurationMark.tsx";
import { css } from "./css.ts";
import { OutcomeMark } from "./OutcomeMark.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

/** In pixels; on a narrow page the cost is below the mark. */
const sizes = {
  wide: { row: 36, question: 300, cell: 92 },
  narrow: { row: 58, question: 132, cell: 76 },
};
const headHeight = 64;
/** Maximum height in pixels; a few questions take less. */
const mostHeight = 520;
const borders = 2;
/** Rows that a page key moves by. */
const page = 10;

interface At {
  row: number;
  column: number;
}

/** `rows`: places in `columns`. `logged`: questions with kept runs; null: any may have some. */
export function QuestionGrid(props: {
  columns: LabColumns;
  rows: ArrayLike<number>;
  logged: readonly string[] | null;
}) {
  const { columns, rows, logged } = props;
  const { store } = useAnalysisContext();
  const configurations = useAnalysis((state) => state.batch?.configurations);
  // The same results give the same array, so that a key redraws two rows only.
  const setups = useMemo(
    () => (configurations ?? []).filter(({ id }) => columns.byConfiguration.has(id)),
    [configurations, columns],
  );
  const chosen = useAnalysis((state) => state.configuration);
  const against = useAnalysis((state) => state.against);
  const question = useAnalysis((state) => state.question);
  const hasMarks = isToldByMarks({ configurations: setups });
  const narrow = useMedia("(max-width: 760px)");
  const size = narrow ? sizes.narrow : sizes.wide;
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<At>({ row: 0, column: 0 });
  const current = {
    row: Math.max(0, Math.min(at.row, rows.length - 1)),
    column: Math.min(at.column, setups.length - 1),
  };
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => size.row,
    overscan: 6,
    // Keeps the focused cell mounted when it is scrolled out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current.row])]
        .filter((row) => row < range.count)
        .sort((a, b) => a - b),
    initialRect: { width: 600, height: mostHeight },
    scrollMargin: headHeight,
  });
  // It remembers the sizes of rows, also those of the width before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another size
  useLayoutEffect(() => virtual.measure(), [size.row]);
  const focusCell = ({ row, column }: At) =>
    frame.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  useReturn(question, () => focusCell(current));

  function open({ row, column }: At): void {
    const own = setups[column]?.id;
    const id = columns.questions[rows[row] ?? -1];
    if (own === undefined || id === undefined) return;
    const other = [against, chosen, ...setups.map((one) => one.id)].find(
      (one) => one !== null && one !== own,
    );
    store.choose({ configuration: own, against: other ?? null, question: id });
  }

  function handleClick({ target }: MouseEvent): void {
    const cell = cellAt(target);
    if (cell === null) return;
    setAt(cell);
    open(cell);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(current);
      return;
    }
    const next = moved(event, current, { row: rows.length - 1, column: setups.length - 1 });
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
        aria-rowcount={rows.length + 1}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <HeadRow setups={setups} columns={columns} hasMarks={hasMarks} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const place = rows[index] ?? 0;
            const id = columns.questions[place] ?? "";
            return (
              <GridRow
                key={place}
                place={place}
                id={id}
                index={index}
                top={start - headHeight}
                height={size.row}
                setups={setups}
                columns={columns}
                focusable={index === current.row ? current.column : null}
                opened={question === id ? chosen : null}
                beside={question === id ? against : null}
                hasRuns={logged?.includes(id) === true}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
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

const HeadRow = memo(function HeadRow(props: {
  setups: readonly Configuration[];
  columns: LabColumns;
  hasMarks: boolean;
}) {
  const { setups, columns, hasMarks } = props;
  return (
    <thead>
      <tr className={css("gridLine")} aria-rowindex={1}>
        <th scope="col" className={css("gridQuestion")}>
          {gridText.question}
        </th>
        {setups.map(({ id, title, settings }) => {
          const codes = [...(columns.byConfiguration.get(id)?.right ?? [])];
          const right = codes.filter((code) => code === 1).length;
          const wrong = codes.filter((code) => code === 0).length;
          return (
            <th key={id} scope="col" className={css("gridSetup")} title={title}>
              {hasMarks ? <ConfigurationMark settings={settings} /> : null}
              <span className={hasMarks ? "visually-hidden" : css("gridTitle")}>{title}</span>
              <span className={css("gridCount")}>{gridText.rightOf(right, right + wrong)}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

const GridRow = memo(function GridRow(props: {
  place: number;
  id: string;
  index: number;
  top: number;
  height: number;
  setups: readonly Configuration[];
  columns: LabColumns;
  focusable: number | null;
  opened: string | null;
  beside: string | null;
  hasRuns: boolean;
}) {
  const { place, id, index, top, height, setups, columns, focusable, hasRuns } = props;
  const { questions } = useAnalysisContext();
  const question = questions.get(id)?.question ?? id;
  return (
    <tr
      className={css("gridLine", "gridRow", props.opened !== null && "isOpen")}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-rowindex={index + 2}
    >
      <th scope="row" className={css("gridQuestion")} dir="auto" title={question}>
        <span className={css("gridAsked")}>{question}</span>
        {hasRuns ? (
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
      {setups.map((setup, column) => (
        <Cell
          key={setup.id}
          at={`${index} ${column}`}
          title={setup.title}
          question={question}
          columns={columns}
          column={columns.byConfiguration.get(setup.id)}
          place={place}
          focusable={focusable === column}
          isOpen={props.opened === setup.id}
          isBeside={props.beside === setup.id}
        />
      ))}
    </tr>
  );
});

function Cell(props: {
  at: string;
  title: string;
  question: string;
  columns: LabColumns;
  column: Column | undefined;
  place: number;
  focusable: boolean;
  isOpen: boolean;
  isBeside: boolean;
}) {
  const { at, title, question, columns, column, place, focusable, isOpen, isBeside } = props;
  if (column === undefined) return null;
  const outcome = cellOutcome(column, place);
  const said = cellWords(outcome, column.results[place] ?? null, columns);
  return (
    <td
      data-cell={at}
      className={css("gridCell", isOpen && "isOpen", isBeside && "isBeside")}
      tabIndex={focusable ? 0 : -1}
      aria-current={isOpen}
      aria-label={gridText.cell(said, title, question)}
      title={said}
    >
      <OutcomeMark outcome={outcome} />
      <span className={css("gridCost")} aria-hidden="true">
        {outcome === "none" ? "" : cellCost(columns, column.cost[place])}
      </span>
    </td>
  );
}
