import { useState } from "react";
import { useDevice, useRuntime } from "../app/runtime/runtime-context.ts";
import type { LoadProgress } from "../models/engine.ts";
import type { Loading } from "../session/device-store.ts";
import { Button } from "./Button.tsx";
import sheet from "./LoadingPanel.module.css";
import { classes } from "./styles/classes.ts";
import { loadingText } from "./text/loading.ts";

const css = classes(sheet);

export function LoadingPanel() {
  const runtime = useRuntime();
  const small = useDevice((state) => state.small);
  const library = useDevice((state) => state.library);
  const busy = small.status === "loading" || library.status === "loading";
  return (
    <div className={css("panel")}>
      <LoadingRow loading={useSeen(small)} />
      <LoadingRow loading={useSeen(library)} />
      {busy ? (
        <Button onClick={() => runtime.cancelLoading()}>{loadingText.cancel}</Button>
      ) : (
        <p className={css("starting")}>{loadingText.startingRun}</p>
      )}
    </div>
  );
}

export function LoadingRows() {
  const small = useDevice((state) => state.small);
  const otherSmall = useDevice((state) => state.otherSmall);
  const library = useDevice((state) => state.library);
  return (
    <>
      <LoadingRow loading={small} />
      <LoadingRow loading={otherSmall} />
      <LoadingRow loading={library} />
    </>
  );
}

/** Loaded items stay, so that the content below does not move. */
function useSeen(loading: Loading<unknown>): Loading<unknown> {
  const [last, setLast] = useState<Loading<unknown>>(loading);
  if (loading.status === "loading" && loading !== last) setLast(loading);
  if (loading.status !== "ready" || last.status !== "loading") return loading;
  return { ...last, progress: { ...last.progress, phase: "ready" } };
}

export function LoadingRow({ loading }: { loading: Loading<unknown> }) {
  if (loading.status !== "loading") return null;
  const { progress } = loading;
  const title = loading.title === "" ? loadingText.library : loading.title;
  const { phase, totalBytes, loadedBytes, share } = progress;
  // Compiling reports no bytes: a full bar would look stuck.
  const counts = phase === "downloading" || phase === "reading-cache";
  return (
    <div className={css("row")}>
      <span className={css("title")}>{title}</span>
      <span className={css("phase")}>{loadingText.phases[phase]}</span>
      <progress
        aria-label={title}
        {...(counts && totalBytes !== null ? { max: totalBytes, value: loadedBytes } : {})}
        {...(share === undefined ? {} : { max: 1, value: share })}
        {...(phase === "ready" ? { max: 1, value: 1 } : {})}
      />
      <span className={css("count")}>{countText(progress)}</span>
    </div>
  );
}

function countText(progress: LoadProgress): string {
  const { loadedBytes, totalBytes, bytesPerSecond, share } = progress;
  if (share !== undefined) return loadingText.share(share);
  if (loadedBytes === 0 && totalBytes === null) return "";
  const parts = [loadingText.of(loadedBytes, totalBytes)];
  if (bytesPerSecond !== null && bytesPerSecond > 0) {
    parts.push(loadingText.speed(bytesPerSecond));
    if (totalBytes !== null && totalBytes > loadedBytes) {
      parts.push(loadingText.left((totalBytes - loadedBytes) / bytesPerSecond));
    }
  }
  return parts.join(" · ");
}
