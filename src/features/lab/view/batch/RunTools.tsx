/** The buttons of a batch: start or resume, pause, stop, retry failures, resolve a full storage. */
import { useEffect, useRef } from "react";
import { Button } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { OpenBatch } from "../../state.ts";
import type { StorageChoice } from "../../store.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import sheet from "./Lab.module.css";

const css = classes(sheet);

const storageChoices: readonly StorageChoice[] = ["without-logs", "delete-older-logs", "stop"];

export function RunTools({ open }: { open: OpenBatch }) {
  const { progress, batch } = open;
  const running = useLabState((state) => state.running);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, progress.phase);
  if (running !== null && running !== batch.id) {
    return <p className={css("note")}>{words.otherRuns}</p>;
  }
  return (
    <div className={css("tools")} ref={place}>
      <Buttons open={open} />
    </div>
  );
}

function Buttons({ open }: { open: OpenBatch }) {
  const lab = useLab();
  const { phase, reason, failed, done, total } = open.progress;
  const { id } = open.batch;
  if (phase === "paused" && reason === "storage") {
    return storageChoices.map((choice) => (
      <Button key={choice} onClick={() => void lab.settleStorage(choice)}>
        {words.storage[choice]}
      </Button>
    ));
  }
  if (phase === "idle" || phase === "paused" || phase === "done") {
    return (
      <>
        {done < total ? (
          <Button main onClick={() => void lab.start(id)}>
            {done === 0 && phase === "idle" ? words.start : words.resume}
          </Button>
        ) : null}
        {failed > 0 ? (
          <Button onClick={() => void lab.retryFailed(id)}>{words.retryFailed(failed)}</Button>
        ) : null}
      </>
    );
  }
  return (
    <>
      <Button disabled={phase === "pausing"} onClick={() => lab.pause()}>
        {words.pause}
      </Button>
      <Button onClick={() => lab.stop()}>{words.stop}</Button>
    </>
  );
}

/** Buttons change with the phase: passes the focus on to the successor. */
function useKeptFocus(place: React.RefObject<HTMLElement | null>, phase: string): void {
  const held = useRef(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const follow = (event: FocusEvent) => {
      held.current = event.target instanceof Node && element.contains(event.target);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the phase
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (held.current && lost) place.current?.querySelector<HTMLElement>("button")?.focus();
  }, [place, phase]);
}
