import type { ReactNode } from "react";
import {
  questionFieldId,
  useRetry,
  useRun,
  useRuntime,
  useView,
} from "../app/runtime/runtime-context.ts";
import type { ErrorData } from "../log/errors.ts";
import { onDevice } from "../session/presets.ts";
import { cutAt } from "../session/retry-point.ts";
import { Button } from "./Button.tsx";
import sheet from "./ErrorNotice.module.css";
import { classes } from "./styles/classes.ts";
import type { RecoveryAction } from "./text/error-words.ts";
import { errorText } from "./text/errors.ts";

const css = classes(sheet);

export interface ErrorProps {
  error: ErrorData;
  /** The run is only viewed: no announcement, no buttons. */
  past?: boolean;
  children?: ReactNode;
}

export function ErrorBody({ error, past = false, children }: ErrorProps) {
  const { title, body, action, wayOn } = errorText(error);
  const follow = useWayOn();
  return (
    <div className={css("notice")} role={past ? undefined : "alert"}>
      <p className={css("title")}>{title}</p>
      <p>{body}</p>
      {past ? null : (
        <div className={css("ways")}>
          {/* Resuming comes before restarting. */}
          {wayOn === "ask-again" ? children : null}
          <Button onClick={() => follow(wayOn)}>{action}</Button>
          {wayOn === "ask-again" ? null : children}
        </div>
      )}
    </div>
  );
}

function useWayOn(): (wayOn: RecoveryAction) => void {
  const runtime = useRuntime();
  const retry = useRetry();
  const question = useRun((state) => state.question);
  const openSettings = useView((state) => state.openSettings);
  const open = useView((state) => state.open);
  return (wayOn) => {
    switch (wayOn) {
      case "edit-question":
        document.getElementById(questionFieldId)?.focus();
        return;
      case "ask-again":
        void runtime.ask(question);
        return;
      case "use-small":
        runtime.settings.getState().changeRun(onDevice(runtime.settings.getState().run));
        if (cutAt(runtime.run.getState().events, { kind: "break" }) === null) {
          void runtime.ask(question);
        } else retry({ kind: "break" }, null);
        return;
      case "open-small-settings":
        openSettings("small");
        return;
      case "open-large-settings":
        openSettings("large");
        return;
      case "open-caps":
        openSettings("caps");
        return;
      case "open-tools":
        openSettings("tools");
        return;
      case "open-prompts":
        open("prompts");
        return;
      case "open-privacy":
        openSettings("privacy");
        return;
      case "open-library":
        openSettings("library");
        return;
      case "reload":
        location.reload();
        return;
      case "change-stages":
        document.getElementById("signal-path")?.scrollIntoView({ block: "center" });
        return;
    }
  };
}
