/** The page as an installed app: offline use and the notice of a new version. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { DeviceState } from "../../session/device-store.ts";
import { isRunning } from "../../session/run-store.ts";
import { takeThreads } from "../../session/threads.ts";
import { Button, TextButton } from "../../ui-kit/Button.tsx";
import { classes } from "../../ui-kit/styles/classes.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { whenRunIdle } from "../../ui-kit/when-run-idle.ts";
import { createOffline, isAnyTabBusy, type Offline, shellWorker } from "../pwa/offline.ts";
import { useRuntime } from "../runtime/runtime-context.ts";
import sheet from "./OfflinePart.module.css";

const css = classes(sheet);
const words = actionsText.offline;

export function OfflinePart() {
  const runtime = useRuntime();
  const [offline] = useState(() =>
    createOffline({
      worker: shellWorker(),
      isBusy: async () => isRunning(runtime.run.getState()) || isAnyTabBusy(),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      reload: () => location.reload(),
      takeThreads,
    }),
  );
  useEffect(() => {
    // If the browser refuses (e.g. in a private window), the page works as before, online only.
    void whenRunIdle(runtime.run)
      .then(offline.start)
      .catch(() => undefined);
    let lastShown = "";
    function keep(state: DeviceState): void {
      const needed = neededBy(state);
      if (needed === null || lastShown === JSON.stringify(needed)) return;
      lastShown = JSON.stringify(needed);
      void whenRunIdle(runtime.run)
        .then(() => offline.keepToAnswer(needed.models, needed.webgpu))
        .then(() => runtime.loaders.lookAtKept());
    }
    keep(runtime.device.getState());
    return runtime.device.subscribe(keep);
  }, [offline, runtime]);
  return <VersionNotice offline={offline} />;
}

/** Folders of the models in use; null while they are not loaded. */
function neededBy({ small, library, catalogue }: DeviceState) {
  if (small.status !== "ready" || library.status !== "ready" || catalogue === null) return null;
  const { modelId, device } = small.value;
  const used = catalogue.models.filter(({ id, role }) => id === modelId || role === "encoder");
  return { models: used.flatMap(({ path }) => path ?? []), webgpu: device === "webgpu" };
}

export function VersionNotice({ offline }: { offline: Offline }) {
  const version = useStore(offline, (state) => state.version);
  const kept = useStore(offline, (state) => state.kept);
  const [hidden, setHidden] = useState(false);
  const shown = version !== "current" && !hidden;
  return (
    <>
      <p className="visually-hidden" role="status">
        {kept ? words.kept : ""}
      </p>
      {shown ? (
        <section className={css("notice")} aria-label={words.label}>
          <p role="status">{words[version]}</p>
          {version === "taking" ? null : (
            <Button onClick={() => void offline.takeNewVersion()}>
              {version === "waiting" ? words.take : words.reload}
            </Button>
          )}
          {version === "taking" ? null : (
            <TextButton
              onClick={() => {
                // The button disappears, so move the focus to the visible view, which is the last
                // <main>.
                [...document.querySelectorAll("main")].at(-1)?.focus({ preventScroll: true });
                setHidden(true);
              }}
            >
              {words.later}
            </TextButton>
          )}
        </section>
      ) : null}
    </>
  );
}
