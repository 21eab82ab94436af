/** All settings into a file, and out of one. */
import { useState } from "react";
import { readSettingsFile, writeSettingsFile } from "../../state/settings-file.ts";
import { Button } from "../shared/Button.tsx";
import { OpenFile } from "../shared/OpenFile.tsx";
import { useRuntime } from "../shared/runtime-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { classes } from "../styles/classes.ts";
import { settingsFileText } from "../text/settings-file-en.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function FilePart() {
  const { settings } = useRuntime();
  const [outcome, setOutcome] = useState<"taken" | "refused" | null>(null);
  async function take(file: File): Promise<void> {
    const read = readSettingsFile(await file.text());
    if (read !== null) settings.getState().takeAll(read);
    setOutcome(read === null ? "refused" : "taken");
  }
  return (
    <section className={css("part")} aria-labelledby="settings-file-title">
      <h3 id="settings-file-title">{settingsFileText.title}</h3>
      <p className={css("soft")}>{settingsFileText.help}</p>
      <div className={css("row")}>
        <Button
          onClick={() => {
            const text = writeSettingsFile(settings.getState());
            saveFile("hopwise-settings.json", text, "application/json");
          }}
        >
          {settingsFileText.save}
        </Button>
        <OpenFile
          label={settingsFileText.open}
          accept=".json,application/json"
          onFile={(file) => void take(file)}
        />
      </div>
      <p role="status">{outcome === null ? "" : settingsFileText[outcome]}</p>
    </section>
  );
}
