/**
 * The strip in the tree's frame: the player of a recorded run, or the status of one's own. Its
 * height is fixed.
 */
import { Suspense, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { fetchArrivalParts, Recording } from "../../../../app/lazy/arrival-parts.ts";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useRun, useRuntime, useView } from "../../../../app/runtime/runtime-context.ts";
import { useSwitches } from "../../../../app/runtime/switches.ts";
import { useHistory } from "../../../../app/runtime/use-history.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { useIdle } from "../../../../ui-kit/when-idle.ts";
import { combinationOf } from "../../combination.ts";
import { isRecordingWanted } from "./arrival.ts";
import { closeRecording } from "./closed.ts";
import sheet from "./Recording.module.css";
import { useExamples } from "./use-examples.ts";

const css = classes(sheet);

const RunStatus = lazyView(async (parts) => (await parts.runStatus()).RunStatus);

export function Arrival() {
  const { recordings } = useRuntime();
  const [wanted, setWanted] = useState(isRecordingWanted);
  const idle = useRun(({ phase, error }) => phase === "idle" && error === null);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  const opened = useRun((state) => state.opened);
  const player = useStore(recordings, (state) => state.player);
  const onArrival = wanted && idle;
  const shown = onArrival || (opened && recorded && player !== null);
  const fetched = useArrivalParts(shown);
  const rest = useIdle();
  useFlips();
  function close(): void {
    closeRecording();
    setWanted(false);
    recordings.close();
  }
  return (
    <div className={css("strip")}>
      {shown && fetched ? (
        <Suspense fallback={null}>
          <Recording arrives={onArrival} onClose={close} />
        </Suspense>
      ) : null}
      {rest ? (
        <PanelBoundary quiet>
          <Suspense fallback={null}>
            <RunStatus />
          </Suspense>
        </PanelBoundary>
      ) : null}
    </div>
  );
}

function useFlips(): void {
  const { recordings } = useRuntime();
  const draft = useView((state) => state.draft);
  const combination = combinationOf(useSwitches());
  const isShown = useStore(recordings, (state) => state.player !== null);
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const showExample = useExamples();
  const last = useRef({ combination, draft, isShown });
  useEffect(() => {
    const before = last.current;
    last.current = { combination, draft, isShown };
    if (before.combination === combination || combination === null) return;
    // With another question, or after closing, the page's own flip ends; no switch was moved.
    if (before.draft !== draft || before.isShown !== isShown) return;
    void showExample(draft, combination, still ? "cut" : "flip");
  }, [combination, draft, isShown, still, showExample]);
}

/** True once all parts have loaded or failed: showing them one by one would take longer. */
function useArrivalParts(wanted: boolean): boolean {
  const [fetched, setFetched] = useState(false);
  useEffect(() => {
    if (wanted) void fetchArrivalParts().then(() => setFetched(true));
  }, [wanted]);
  return fetched;
}
