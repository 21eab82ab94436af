/** A run as a file: out, and back in. The log holds no key, so neither does the file. */
import { useRef } from "react";
import type { RunEvent } from "../../core/events.ts";
import { laterParts } from "../later-parts.ts";
import { TextButton } from "../shared/Button.tsx";
import { useRun, useRuntime, useView } from "../shared/runtime-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { text } from "../text/en.ts";

export function RunFileTools() {
  const runtime = useRuntime();
  const hasLog = useRun((state) => state.events.length > 0);
  const opened = useRun((state) => state.opened);
  const select = useView((state) => state.select);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {opened ? <span>{text.tree.opened}</span> : null}
      {hasLog ? (
        <TextButton onClick={() => void saveRun(runtime.run.getState().events)}>
          {text.tree.save}
        </TextButton>
      ) : null}
      <TextButton onClick={() => input.current?.click()}>{text.tree.open}</TextButton>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={text.tree.open}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (file === undefined) return;
          select(null);
          void runtime.openRunFile(file);
        }}
      />
    </>
  );
}

async function saveRun(events: readonly RunEvent[]): Promise<void> {
  const { writeRunFile } = await laterParts.runFiles();
  const start = events[0];
  const id = start?.type === "run-start" ? start.runId : "unnamed";
  saveFile(`hopwise-${id}.run.json`, writeRunFile(events), "application/json");
}
