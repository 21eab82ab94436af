import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { useView } from "../../../app/runtime/runtime-context.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../ui-kit/TierIcon.tsx";
import { questionId, type TreeItem } from "../drawing/tree-model.ts";
import { treeText } from "../text/tree.ts";
import { moveInTree, type Row, treeRows, visibleRows } from "./rows.ts";
import { StatusMark } from "./StatusMark.tsx";
import sheet from "./TreeList.module.css";
import { type Folding, useFolding } from "./use-folding.ts";
import { useMarkedItems } from "./use-stage-link.ts";
import { itemSentence } from "./words.ts";

const css = classes(sheet);

/** `shown`: false hides it visually. */
export function TreeList(props: {
  items: readonly TreeItem[];
  shown: boolean;
  /** Absent if the picture does not fold along. */
  folding?: Folding;
}) {
  const { items, shown } = props;
  const own = useFolding();
  const { folded, toggle } = props.folding ?? own;
  const [focused, setFocused] = useState(questionId);
  const list = useRef<HTMLDivElement>(null);
  const moving = useRef(false);
  const select = useView((state) => state.select);
  const point = useView((state) => state.point);
  const marked = useMarkedItems();
  const rows = useMemo(() => visibleRows(treeRows(items), folded), [items, folded]);
  const at = rows.findIndex((row) => row.item.id === focused);
  const current = at === -1 ? questionId : focused;
  const here = useGrowing(rows.length, at + 1);

  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  function handleKey(event: KeyboardEvent): void {
    const index = rows.findIndex((row) => row.item.id === current);
    const row = rows[index];
    if (row === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      select(row.item.id);
      return;
    }
    const step = moveInTree(event.key, rows, index, folded);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === "fold") toggle(row.item.id);
    else {
      moving.current = true;
      setFocused(step.id);
    }
  }

  return (
    <div
      ref={list}
      role="tree"
      aria-label={treeText.list}
      className={css("list", !shown && "visually-hidden")}
      onKeyDown={handleKey}
    >
      {rows.slice(0, here).map((row) => (
        <TreeRow
          key={row.item.id}
          row={row}
          focused={row.item.id === current}
          folded={folded.has(row.item.id)}
          onFocus={setFocused}
          marked={shown && marked?.has(row.item.id) === true}
          onPoint={point}
          onOpen={select}
        />
      ))}
    </div>
  );
}

const many = 20;
const eachFrame = 10;

/** Adds rows over several frames, from at least `least`; rendered rows stay. */
function useGrowing(all: number, least: number): number {
  const [grown, setGrown] = useState(many);
  const here = Math.min(all, Math.max(grown, least));
  useEffect(() => {
    if (here === all) return;
    const handle = requestAnimationFrame(() => setGrown(here + eachFrame));
    return () => cancelAnimationFrame(handle);
  }, [here, all]);
  return here;
}

const TreeRow = memo(function TreeRow(props: {
  row: Row;
  focused: boolean;
  folded: boolean;
  marked: boolean;
  onFocus: (id: string) => void;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
}) {
  const { row, focused, folded, marked, onFocus, onPoint, onOpen } = props;
  const { item } = row;
  const isSelected = useView((state) => state.selected === item.id);
  return (
    // Keys are handled once, on the tree.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="treeitem"
      className={css(
        "row",
        item.ghost && "ghost",
        isSelected && "isSelected",
        marked && "isMarked",
      )}
      // Deep levels are indented less, to leave room on a phone.
      style={{
        paddingInlineStart: `min(${(row.level - 1) * 24}px, ${(row.level - 1) * 5}vw, 36vw)`,
      }}
      tabIndex={focused ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={row.hasBranches ? !folded : undefined}
      aria-label={itemSentence(item)}
      onFocus={() => {
        onFocus(item.id);
        onPoint(item.id);
      }}
      onBlur={() => onPoint(null)}
      onPointerEnter={() => onPoint(item.id)}
      onPointerLeave={() => onPoint(null)}
      onClick={() => onOpen(item.id)}
    >
      {item.tier === null ? <span className={css("dot")} /> : <TierIcon tier={item.tier} />}
      {item.fan && item.cause !== null ? (
        <span className={css("cause")}>{treeText.causes[item.cause]}</span>
      ) : null}
      <span className={css("words")} dir="auto">
        {item.title === "" ? null : <span className={css("query")}>{item.title}</span>}
        {item.struck === null ? null : <s>{item.struck}</s>}
        {item.text === "" ? null : <span className={css("answer")}>{item.text}</span>}
      </span>
      {item.kind === "hop" && !isLeftBehind(item) ? <StatusMark status={item.status} /> : null}
      {item.note === "" ? null : <span className={css("left")}>{item.note}</span>}
      {isLeftBehind(item) ? <span className={css("left")}>{treeText.leftBehind}</span> : null}
    </div>
  );
});

/** A later branch began before its turn. */
function isLeftBehind(item: TreeItem): boolean {
  return item.ghost && item.status === "waiting";
}
