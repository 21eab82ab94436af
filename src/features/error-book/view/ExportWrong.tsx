/** Saves the corrected chains of all kept runs as training data. */
import { useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/export.ts";
import sheet from "./ExportWrong.module.css";

const css = classes(sheet);

export function ExportWrong({ onNote }: { onNote: (note: string) => void }) {
  const runs = useHistory((state) => state.runs);
  const { history } = useRuntime();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const lines = await wrongChains();
      if (lines.size > 0) {
        saveFile("error-book.jsonl", `${[...lines].join("\n")}\n`, "application/jsonl");
      }
      onNote(lines.size === 0 ? words.noneWrong : words.exportedWrong(lines.size));
    } catch {
      onNote(words.notExported);
    } finally {
      setBusy(false);
    }
  }
  async function wrongChains(): Promise<Set<string>> {
    const { wrongChainLines } = await import("../../../error-book/wrong-chains.ts");
    const lines = new Set<string>();
    for (const { id } of runs) {
      const log = await history.log(id);
      for (const line of log.ok ? wrongChainLines(log.events) : []) lines.add(line);
    }
    return lines;
  }
  return (
    <div className={css("tools")}>
      <Button disabled={busy} onClick={() => void save()}>
        {words.exportWrong}
      </Button>
      <p className={css("soft")}>{words.exportWrongHelp}</p>
    </div>
  );
}
