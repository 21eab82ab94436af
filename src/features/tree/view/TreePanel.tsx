/** The live tree: picture or list, what it is loading, and the step that is open. */
import { Suspense, useDeferredValue, useState } from "react";
import { TreeList, TreePicture, TreeTools } from "../../../app/lazy/arrival-parts.ts";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { useDevice, useRun, useView } from "../../../app/runtime/runtime-context.ts";
import { RefusalNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import { Legend, SmallLegend } from "./Legend.tsx";
import { RunFileTools } from "./RunFileTools.tsx";
import { moveInTree, treeRows, visibleRows } from "./rows.ts";
import sheet from "./TreePanel.module.css";
import { useShownItems } from "./use-shown-items.ts";
import { useWouldBeLarge } from "./use-would-be-large.ts";
import { itemSentence } from "./words.ts";

const css = classes(sheet);

const LoadingPanel = lazyView(async (parts) => (await parts.loadingPanel()).LoadingPanel);
const NodePanel = lazyView(async (parts) => (await parts.nodePanel()).NodePanel);

/** The step pointed at, in full: the picture clamps its words. */
function Caption({ items }: { items: readonly TreeItem[] }) {
  const active = useView((state) => state.active);
  const item = items.find((one) => one.id === active);
  return (
    <p className={css("caption")} dir="auto">
      {item === undefined ? text.tree.hint : itemSentence(item)}
    </p>
  );
}

export function TreePanel() {
  const phase = useRun((state) => state.phase);
  // A run that goes on from an opened one has its tree before its models.
  const loading = useDevice(
    ({ small, library }) => small.status === "loading" || library.status === "loading",
  );
  const selected = useView((state) => state.selected);
  const [asList, setAsList] = useState(false);
  const tree = useShownItems(useWouldBeLarge());
  const { listed, drawn, folding } = tree;
  // Its parts come in a task of their own, after what stands around them.
  const grown = useDeferredValue(listed.length > 0);
  const select = useView((state) => state.select);
  /** From the open step to another, by the keys of the list. */
  function walk(items: readonly TreeItem[], key: string): boolean {
    const rows = visibleRows(treeRows(items), folding.folded);
    const at = rows.findIndex(({ item }) => item.id === selected);
    const step = moveInTree(key, rows, at, folding.folded);
    if (step?.kind !== "move") return false;
    select(step.id);
    return true;
  }
  return (
    <section aria-labelledby="tree-title" className={css("panel")}>
      <div className={css("head")}>
        <h2 id="tree-title" tabIndex={-1}>
          {text.tree.title}
        </h2>
        <div className={css("tools")}>
          {grown ? (
            <Suspense fallback={null}>
              <TreeTools tree={tree} />
              <fieldset className={css("segments")}>
                <legend className="visually-hidden">{text.tree.shownAs}</legend>
                <button type="button" aria-pressed={!asList} onClick={() => setAsList(false)}>
                  {text.tree.asTree}
                </button>
                <button type="button" aria-pressed={asList} onClick={() => setAsList(true)}>
                  {text.tree.asList}
                </button>
              </fieldset>
            </Suspense>
          ) : null}
          <RunFileTools />
        </div>
      </div>
      <RefusalNotice place="run-file" />
      {phase === "preparing" || (phase === "running" && loading) ? (
        <Suspense fallback={null}>
          <LoadingPanel />
        </Suspense>
      ) : null}
      {grown ? null : <Legend />}
      {grown && !asList ? (
        <Suspense fallback={<div className={css("room")} />}>
          <TreePicture
            items={drawn}
            caption={<Caption items={drawn} />}
            canFold={tree.canFold && !tree.foldsFinished}
          />
        </Suspense>
      ) : null}
      {grown && !asList ? <SmallLegend items={drawn} /> : null}
      {grown ? (
        <Suspense fallback={null}>
          <TreeList items={listed} shown={asList} folding={folding} />
        </Suspense>
      ) : null}
      {selected === null || !grown ? null : (
        <Suspense fallback={null}>
          <NodePanel key={selected} id={selected} walk={(key) => walk(listed, key)} />
        </Suspense>
      )}
    </section>
  );
}
