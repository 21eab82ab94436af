import {
  focusOnRun,
  useRetry,
  useRuntime,
  useSettings,
} from "../../../app/runtime/runtime-context.ts";
import type { ErrorData } from "../../../log/errors.ts";
import { raisedFor } from "../../../session/cap-policy.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { capsText } from "../../settings/text/caps.ts";
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
