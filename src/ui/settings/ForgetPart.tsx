/** All settings back to those of a first visit. Asked once more: nothing brings them back. */
import { useRef, useState } from "react";
import { Button, TextButton } from "../shared/Button.tsx";
import { useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { forgetText as words } from "../text/settings-file-en.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function ForgetPart() {
  const reset = useSettings((state) => state.reset);
  const [state, setState] = useState<"idle" | "asking" | "done">("idle");
  const opener = useRef<HTMLButtonElement>(null);
  function settle(next: "idle" | "done"): void {
    if (next === "done") reset();
    setState(next);
    // What was pressed goes away; the button that asked is there again.
    requestAnimationFrame(() => opener.current?.focus());
  }
  return (
    <div className={css("group")}>
      {state === "asking" ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part
        <div role="group" className={css("group")} aria-label={words.open}>
          <p>{words.ask}</p>
          <div className={css("row")}>
            <Button onClick={() => settle("done")}>{words.sure}</Button>
            <Button ref={(button) => button?.focus()} onClick={() => settle("idle")}>
              {words.keep}
            </Button>
          </div>
        </div>
      ) : (
        <p>
          <TextButton ref={opener} onClick={() => setState("asking")}>
            {words.open}
          </TextButton>
        </p>
      )}
      <p role="status">{state === "done" ? words.done : ""}</p>
    </div>
  );
}
