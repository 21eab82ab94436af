import { useEffect, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { RunSummary } from "../../../storage/runs.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { untilGone } from "../../../ui-kit/until-gone.ts";
import { historyText as words } from "../text/history.ts";
import sheet from "./History.module.css";

const css = classes(sheet);

export function StorageFull({ onSave }: { onSave: () => void }) {
  const { history } = useRuntime();
  const [oldest, setOldest] = useState<readonly RunSummary[]>([]);
  useEffect(() => untilGone(history.oldest(), setOldest), [history]);
  const size = oldest.reduce((sum, row) => sum + row.size, 0);
  return (
    <div className={css("full")} role="alert">
      <p className={css("fullTitle")}>{words.fullTitle}</p>
      <p>{words.fullBody}</p>
      <p className={css("tools")}>
        {oldest.length === 0 ? null : (
          <Button onClick={() => void history.makeRoom()}>
            {words.deleteOldest(oldest.length, size)}
          </Button>
        )}
        <Button onClick={onSave}>{words.saveFile}</Button>
        <Button onClick={() => history.goOnUnsaved()}>{words.unsaved}</Button>
      </p>
    </div>
  );
}
