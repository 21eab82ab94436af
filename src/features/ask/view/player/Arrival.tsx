/** Where the recorded run stands, until a question of one's own takes its place. */
import { Suspense, useEffect, useState } from "react";
import { fetchArrivalParts, Recording } from "../../../../app/lazy/arrival-parts.ts";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../../app/runtime/use-history.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { isRecordingWanted } from "./arrival.ts";
import { closeRecording } from "./closed.ts";
import sheet from "./Recording.module.css";

const css = classes(sheet);

interface ArrivalState {
  /** The recorded run is on the page, or about to come. */
  shown: boolean;
  close(): void;
}

export function useArrival(): ArrivalState {
  const [wanted, setWanted] = useState(isRecordingWanted);
  const idle = useRun(({ phase, error }) => phase === "idle" && error === null);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  const opened = useRun((state) => state.opened);
  function close(): void {
    closeRecording();
    setWanted(false);
  }
  return { shown: wanted && (idle || (opened && recorded)), close };
}

export function Arrival({ shown, close }: ArrivalState) {
  const fetched = useArrivalParts(shown);
  if (!shown) return null;
  if (!fetched) return <div className={css("room")} />;
  return (
    <Suspense fallback={<div className={css("room")} />}>
      <Recording onClose={close} />
    </Suspense>
  );
}

/** Whether all has come, or failed, that it is shown with: part after part it would take longer. */
function useArrivalParts(wanted: boolean): boolean {
  const [fetched, setFetched] = useState(false);
  useEffect(() => {
    if (wanted) void fetchArrivalParts().then(() => setFetched(true));
  }, [wanted]);
  return fetched;
}
