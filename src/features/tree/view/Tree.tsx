import { type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { TreeList, TreePicture, TreeTools } from "../../../app/lazy/tree-parts.ts";
import { stepRoomId, useView } from "../../../app/runtime/runtime-context.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useMedia } from "../../../ui-kit/use-media.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import { treeText } from "../text/tree.ts";
import { moveInTree, treeRows, visibleRows } from "./rows.ts";
import { SmallLegend } from "./SmallLegend.tsx";
import sheet from "./TreePanel.module.css";
import { useShownItems } from "./use-shown-items.ts";
import { useWouldBeLarge } from "./use-would-be-large.ts";
import { itemSentence } from "./words.ts";

const css = classes(sheet);

const NodePanel = lazyView(async (parts) => (await parts.nodePanel()).NodePanel);

function Caption({ items }: { items: readonly TreeItem[] }) {
  const active = useView((state) => state.active);
  const item = items.find((one) => one.id === active);
  const byTouch = useMedia("(hover: none)");
  return (
    <p className={css("caption")} dir="auto">
      {item === undefined ? (byTouch ? treeText.touchHint : treeText.hint) : itemSentence(item)}
    </p>
  );
}

/** Docked below the meter, which it would cover. */
function Docked({ children }: { children: ReactNode }) {
  const wide = useMedia("(min-width: 1080px)");
  const room = wide ? document.getElementById(stepRoomId) : null;
  return room === null ? children : createPortal(children, room);
}

/** `toolsPlace` renders before the tree's own code arrives. */
export function Tree({ toolsPlace }: { toolsPlace: Element | null }) {
  const selected = useView((state) => state.selected);
  const [asList, setAsList] = useState(false);
  const tree = useShownItems(useWouldBeLarge());
  const { listed, drawn, folding } = tree;
  const select = useView((state) => state.select);
  function walk(items: readonly TreeItem[], key: string): boolean {
    const rows = visibleRows(treeRows(items), folding.folded);
    const at = rows.findIndex(({ item }) => item.id === selected);
    const step = moveInTree(key, rows, at, folding.folded);
    if (step?.kind !== "move") return false;
    select(step.id);
    return true;
  }
  const tools = (
    <Suspense fallback={null}>
      <TreeTools tree={tree} />
      <fieldset className={css("segments")}>
        <legend className="visually-hidden">{treeText.shownAs}</legend>
        <button type="button" aria-pressed={!asList} onClick={() => setAsList(false)}>
          {treeText.asTree}
        </button>
        <button type="button" aria-pressed={asList} onClick={() => setAsList(true)}>
          {treeText.asList}
        </button>
      </fieldset>
    </Suspense>
  );
  return (
    <>
      {toolsPlace === null ? null : createPortal(tools, toolsPlace)}
      {asList ? null : (
        <>
          <Suspense fallback={<div className={css("room")} />}>
            <TreePicture
              items={drawn}
              caption={<Caption items={drawn} />}
              canFold={tree.canFold && !tree.foldsFinished}
            />
          </Suspense>
          <SmallLegend items={drawn} />
        </>
      )}
      <Suspense fallback={null}>
        <TreeList items={listed} shown={asList} folding={folding} />
      </Suspense>
      {selected === null ? null : (
        <Suspense fallback={null}>
          <Docked>
            <NodePanel key={selected} id={selected} walk={(key) => walk(listed, key)} />
          </Docked>
        </Suspense>
      )}
    </>
  );
}
