/** The live tree's panel: what stands around the tree, before it what its marks will mean. */
import { Suspense, useDeferredValue, useState } from "react";
import { Tree } from "../../../app/lazy/arrival-parts.ts";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { useDevice, useRun } from "../../../app/runtime/runtime-context.ts";
import { RefusalNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { RunQuestion } from "../../../ui-kit/RunQuestion.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { RunFileTools } from "./RunFileTools.tsx";
import sheet from "./TreePanel.module.css";

const css = classes(sheet);

/** Few see it: on arrival a recorded run grows where it would stand. */
const Legend = lazyView(async (parts) => (await parts.legend()).Legend);
const LoadingPanel = lazyView(async (parts) => (await parts.loadingPanel()).LoadingPanel);

const room = <div className={css("room")} />;

export function TreePanel() {
  const phase = useRun((state) => state.phase);
  // A run that goes on from an opened one has its tree before its models.
  const loading = useDevice(
    ({ small, library }) => small.status === "loading" || library.status === "loading",
  );
  // The tree comes in a task of its own, after what stands around it.
  const grown = useDeferredValue(useRun((state) => state.trace.start !== null));
  const isLoading = phase === "preparing" || (phase === "running" && loading);
  const [toolsPlace, setToolsPlace] = useState<Element | null>(null);
  return (
    <section aria-labelledby="tree-title" className={css("panel")}>
      <div className={css("head")}>
        <h2 id="tree-title" tabIndex={-1}>
          {text.tree.title}
        </h2>
        <RunQuestion />
        <div className={css("tools")}>
          <div ref={setToolsPlace} className={css("own")} />
          <RunFileTools />
        </div>
      </div>
      <RefusalNotice place="run-file" />
      {/* One thing at a time in its place: below what loads, the legend would be pushed down. */}
      {isLoading ? (
        <Suspense fallback={grown ? null : room}>
          <LoadingPanel />
        </Suspense>
      ) : null}
      {grown ? (
        <Suspense fallback={room}>
          <Tree toolsPlace={toolsPlace} />
        </Suspense>
      ) : isLoading ? null : phase === "running" ? (
        // What was loaded is gone and the tree is about to come: the legend would only jump.
        room
      ) : (
        <Suspense fallback={room}>
          <Legend />
        </Suspense>
      )}
    </section>
  );
}
