import { useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { saveRun } from "../../../ui-kit/save-run.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { historyText as words } from "../text/history.ts";
import sheet from "./History.module.css";

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
