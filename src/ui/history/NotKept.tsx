/** The run on the screen is not kept here: why, and how it can be. Quiet: the answer stands. */
import { Button } from "../shared/Button.tsx";
import { useRun, useRuntime } from "../shared/runtime-context.ts";
import { saveRun } from "../shared/save-run.ts";
import { classes } from "../styles/classes.ts";
import { historyText as words } from "../text/history-en.ts";
import sheet from "./History.module.css";
import { useHistory } from "./use-history.ts";

const css = classes(sheet);

export function NotKept() {
  const error = useHistory((state) => state.notKept);
  const { run } = useRuntime();
  const isEmpty = useRun((state) => state.events.length === 0);
  return (
    <div className={css("notKept")} role="status">
      <p>
        <strong>{words.notKept}.</strong> {words.unavailable(error)} {words.notKeptBody}
      </p>
      {isEmpty ? null : (
        <p className={css("tools")}>
          <Button onClick={() => void saveRun(run)}>{words.saveFile}</Button>
        </p>
      )}
    </div>
  );
}
