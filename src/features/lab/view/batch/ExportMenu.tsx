/** Exports everything of a batch as files, at any time. */
import { useState } from "react";
import { Button } from "../../../../ui-kit/Button.tsx";
import { saveBlob } from "../../../../ui-kit/save-file.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { ExportKind } from "../../report-files.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab } from "../lab-context.ts";
import sheet from "./Lab.module.css";
import runSheet from "./Run.module.css";
import { SendTraces } from "./SendTraces.tsx";

const css = classes({ ...sheet, ...runSheet });

const kinds: readonly ExportKind[] = ["report", "results-csv", "results-jsonl", "logs", "traces"];

export function ExportMenu({ batchId }: { batchId: string }) {
  const lab = useLab();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  async function save(kind: ExportKind): Promise<void> {
    setBusy(true);
    setNote(words.saving);
    const file = await lab.exportFile(batchId, kind);
    if (file !== null) saveBlob(file.name, file.blob);
    setNote(file === null ? "" : words.saved(file.name));
    setBusy(false);
  }
  return (
    <details className={css("exports")}>
      <summary>{words.exportTitle}</summary>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <Button
              disabled={busy}
              aria-describedby={`export-${kind}`}
              onClick={() => void save(kind)}
            >
              {words.exports[kind].label}
            </Button>
            <span id={`export-${kind}`} className={css("soft")}>
              {words.exports[kind].help}
            </span>
          </li>
        ))}
      </ul>
      <p role="status">{note}</p>
      <SendTraces batchId={batchId} />
    </details>
  );
}
