/** What a person can choose where a run stopped before a cap. */
import type { ErrorData } from "../../core/errors.ts";
import { raisedFor } from "../../state/at-cap.ts";
import { Button } from "../shared/Button.tsx";
import { focusOnRun, useRetry, useRuntime, useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { capsText } from "../text/caps-en.ts";
import sheet from "./CapChoice.module.css";

const css = classes(sheet);

export function CapChoice({ error }: { error: ErrorData }) {
  const runtime = useRuntime();
  const retry = useRetry();
  const caps = useSettings((state) => state.caps);
  const change = useSettings((state) => state.change);
  const raised = raisedFor(error, caps);
  const period = error.params["period"] === "day" ? "day" : "question";
  const cap = period === "day" ? raised?.perDayUsd : raised?.perQuestionUsd;
  return (
    <fieldset className={css("choice")}>
      <legend>{capsText.choose}</legend>
      <Button
        onClick={() => {
          void runtime.goOnSmall();
          focusOnRun();
        }}
      >
        {capsText.goOnSmall}
      </Button>
      {raised === null || cap == null ? null : (
        <Button
          onClick={() => {
            change({ caps: raised });
            retry({ kind: "break" }, null);
          }}
        >
          {capsText.raise(cap, period)}
        </Button>
      )}
    </fieldset>
  );
}
