/** Where the recorded run stands, until a question of one's own takes its place. */
import { Suspense, useState } from "react";
import { useHistory } from "../history/use-history.ts";
import { laterParts } from "../later-parts.ts";
import { later } from "../shared/later.tsx";
import { useRun } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { isRecordingWanted } from "./arrival.ts";
import { closeRecording } from "./closed.ts";
import sheet from "./Recording.module.css";

const css = classes(sheet);

const Recording = later(async () => (await laterParts.recording()).Recording);

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
  if (!shown) return null;
  return (
    <Suspense fallback={<div className={css("room")} />}>
      <Recording onClose={close} />
    </Suspense>
  );
}
