/** Asks for confirmation, because a reset cannot be undone. */
import { useState } from "react";
import { useSettings } from "../../../app/runtime/runtime-context.ts";
import { ConfirmButton } from "../../../ui-kit/ConfirmButton.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { forgetText as words } from "../text/settings-file.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function ForgetPart() {
  const reset = useSettings((state) => state.reset);
  const [done, setDone] = useState(false);
  function forget(): void {
    reset();
    setDone(true);
  }
  return (
    <div className={css("group")}>
      <p>
        <ConfirmButton
          open={words.open}
          question={words.ask}
          sure={words.sure}
          keep={words.keep}
          onSure={forget}
        />
      </p>
      <p role="status">{done ? words.done : ""}</p>
    </div>
  );
}
