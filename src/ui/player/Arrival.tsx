/** Where the recorded run stands, until a question of one's own takes its place. */
import { lazy, Suspense, useState } from "react";
import { isRunLink } from "../../share/fragment.ts";
import { useHistory } from "../history/use-history.ts";
import { laterParts } from "../later-parts.ts";
import { useRun } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { closeRecording, isRecordingClosed } from "./closed.ts";
import sheet from "./Recording.module.css";

const css = classes(sheet);

const Recording = lazy(async () => ({ default: (await laterParts.recording()).Recording }));

interface ArrivalState {
  /** The recorded run is on the page, or about to come. */
  shown: boolean;
  close(): void;
}

export function useArrival(): ArrivalState {
  // Whoever closed it, or came for another run, is shown none.
  const [wanted, setWanted] = useState(() => !isRecordingClosed() && !isRunLink(location.hash));
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
