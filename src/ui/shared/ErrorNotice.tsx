/** An error as a person needs it: cause, effect, and a button that leads on. */
import type { ReactNode } from "react";
import type { ErrorCode, ErrorData } from "../../core/errors.ts";
import { onDevice } from "../../state/presets.ts";
import { cutAt } from "../../state/retry-point.ts";
import { classes } from "../styles/classes.ts";
import { errorText, type WayOn } from "../text/errors.ts";
import { Button } from "./Button.tsx";
import sheet from "./ErrorNotice.module.css";
import { useRetry, useRun, useRuntime, useView } from "./runtime-context.ts";

const css = classes(sheet);

export const questionFieldId = "question";

/** `children`: other ways on. */
export function ErrorNotice({ error, children }: { error: ErrorData; children?: ReactNode }) {
  const { title, body, action, wayOn } = errorText(error);
  const follow = useWayOn();
  return (
    <div className={css("notice")} role="alert">
      <p className={css("title")}>{title}</p>
      <p>{body}</p>
      <Button onClick={() => follow(wayOn)}>{action}</Button>
      {children}
    </div>
  );
}

/** Where on the page an error belongs: beside what caused it. */
export type ErrorPlace = "question" | "run-file" | "run";

export function placeOf(code: ErrorCode): ErrorPlace {
  if (code === "question-empty" || code === "question-too-long") return "question";
  return code.startsWith("run-file-") || code === "run-link-broken" ? "run-file" : "run";
}

/** The error that kept a run from beginning, where this is its place. */
export function RefusalNotice({ place }: { place: ErrorPlace }) {
  const error = useRun((state) => state.error);
  if (error === null || placeOf(error.code) !== place) return null;
  return <ErrorNotice error={error} />;
}

function useWayOn(): (wayOn: WayOn) => void {
  const runtime = useRuntime();
  const retry = useRetry();
  const question = useRun((state) => state.question);
  const openSettings = useView((state) => state.openSettings);
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
      case "open-library":
        openSettings("library");
        return;
      case "change-stages":
        document.getElementById("signal-path")?.scrollIntoView({ block: "center" });
        return;
    }
  };
}
