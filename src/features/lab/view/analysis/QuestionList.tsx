/** Virtual list of the chosen questions. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Column } from "../../../../evaluation/analysis/columns.ts";
import { isByLuck } from "../../../../evaluation/analysis/luck.ts";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { costText, points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import type { ShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

/** In pixels; on a narrow page the figures go below the text. */
const rowHeight = { wide: 40, narrow: 76 };
/** Maximum height in pixels; a few questions take less. */
const mostHeight = 440;
const borders = 2;

export function QuestionList({ shown }: { shown: ShownSet }) {
  const { set, columns } = shown;
  const narrow = useMedia("(max-width: 900px)");
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(0, set.length - 1));
  const height = narrow ? rowHeight.narrow : rowHeight.wide;
  const rows = useVirtualizer({
    count: set.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 6,
    // Keeps the focused row mounted when it is scrolled out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((row) => row < range.count)
        .sort((a, b) => a - b),
    initialRect: { width: 600, height: mostHeight },
  });
  // It remembers the sizes of rows, also those of the width before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another size
  useLayoutEffect(() => rows.measure(), [height]);

  function handleKey(event: KeyboardEvent): void {
    const next = moved(event.key, current, set.length);
    if (next === null) return;
    event.preventDefault();
    // Synchronous, so that the next key reaches the new row.
    flushSync(() => setAt(next));
    frame.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus();
  }

  return (
    <div
      ref={frame}
      className={css("list")}
      style={{ height: Math.min(mostHeight, rows.getTotalSize() + borders) }}
      role="listbox"
      aria-label={words.questionList}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <div style={{ height: rows.getTotalSize(), position: "relative" }} role="presentation">
        {rows.getVirtualItems().map(({ index, start }) => (
          <QuestionRow
            key={set[index]}
            place={set[index] ?? 0}
            shown={shown}
            id={columns.questions[set[index] ?? 0] ?? ""}
            index={index}
            count={set.length}
            focusable={index === current}
            top={start}
            height={height}
            onFocus={() => setAt(index)}
          />
        ))}
      </div>
    </div>
  );
}

const page = 10;

function moved(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "PageDown":
      return Math.min(last, at + page);
    case "PageUp":
      return Math.max(0, at - page);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

function QuestionRow(props: {
  place: number;
  shown: ShownSet;
  id: string;
  index: number;
  count: number;
  focusable: boolean;
  top: number;
  height: number;
  onFocus: () => void;
}) {
  const { place, shown, id, index, count, focusable, top, height, onFocus } = props;
  const { store, questions } = useAnalysisContext();
  const cost = useAnalysis((state) => state.cost);
  const isOpen = useAnalysis((state) => state.question === id);
  const question = questions.get(id)?.question ?? id;
  const open = () => store.choose({ question: id });
  const { configuration, against } = shown;
  return (
    <div
      role="option"
      data-row={index}
      className={css("row", isOpen && "isOpen")}
      style={{ transform: `translateY(${top}px)`, height }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={isOpen}
      aria-posinset={index + 1}
      aria-setsize={count}
      onFocus={onFocus}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open();
      }}
    >
      <span className={css("rowQuestion")} dir="auto" title={question}>
        {question}
      </span>
      <Outcome column={configuration} place={place} />
      <span className={css("rowFigure")}>{points(known(configuration.metric[place]), 0)}</span>
      <span className={css("rowFigure")}>{costText(cost, known(configuration.cost[place]))}</span>
      {against === null || against === configuration ? null : (
        <span className={css("rowAgainst")}>
          <span aria-hidden="true">⇄ </span>
          <Outcome column={against} place={place} />
        </span>
      )}
    </div>
  );
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** By text and mark, never by colour alone. */
function Outcome({ column, place }: { column: Column; place: number }) {
  const result = column.results[place] ?? null;
  const right = column.right[place];
  const isLuck = right === 1 && result !== null && isByLuck(result);
  const word =
    result === null
      ? words.noAnswer
      : result.outcome === "failed"
        ? words.failedAnswer
        : right === 1
          ? isLuck
            ? words.byLuck
            : words.right
          : right === 0
            ? words.wrong
            : "—";
  return (
    <span
      className={css("outcome", right === 1 ? "isRight" : "isWrong")}
      title={isLuck ? words.byLuckHelp : undefined}
    >
      <span aria-hidden="true">{isLuck ? "≈" : right === 1 ? "✓" : "×"}</span> {word}
    </span>
  );
}
