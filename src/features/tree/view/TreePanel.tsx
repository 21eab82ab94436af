import { Suspense, useDeferredValue, useState } from "react";
import { useStore } from "zustand";
import { Tree } from "../../../app/lazy/arrival-parts.ts";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { useDevice, useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { RefusalNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { RunQuestion } from "../../../ui-kit/RunQuestion.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { RunFileTools } from "./RunFileTools.tsx";
import sheet from "./TreePanel.module.css";

const css = classes(sheet);

/** Rarely needed. On arrival a recorded run follows at once, and the legend would only flash. */
const Legend = lazyView(async (parts) => (await parts.legend()).Legend);
const FirstLook = lazyView(async (parts) => (await parts.firstLook()).FirstLook);
const LoadingPanel = lazyView(async (parts) => (await parts.loadingPanel()).LoadingPanel);

const room = <div className={css("room")} />;

/** `isRunAwaited`: true if a recorded run is about to be shown. */
export function TreePanel({ isRunAwaited }: { isRunAwaited: () => boolean }) {
  const phase = useRun((state) => state.phase);
  // A continued run has its tree before its models.
  const loading = useDevice(
    ({ small, library }) => small.status === "loading" || library.status === "loading",
  );
  // Renders the tree in a later task than the panel.
  const grown = useDeferredValue(useRun((state) => state.trace.start !== null));
  const isLoading = phase === "preparing" || (phase === "running" && loading);
  const missed = useStore(useRuntime().recordings, (state) => state.missed !== null);
  const arrives = phase === "idle" && !missed && isRunAwaited();
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
      {/* Below the loading notice the legend would be pushed down. */}
      {isLoading ? (
        <Suspense fallback={grown ? null : room}>
          <LoadingPanel />
          {grown ? null : <FirstLook />}
        </Suspense>
      ) : null}
      {grown ? (
        <Suspense fallback={room}>
          <Tree toolsPlace={toolsPlace} />
        </Suspense>
      ) : isLoading ? null : phase === "running" || arrives ? (
        // The tree is about to come, so the legend would only flicker.
        room
      ) : (
        <Suspense fallback={room}>
          <Legend />
        </Suspense>
      )}
    </section>
  );
}
