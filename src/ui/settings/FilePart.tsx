/** All settings into a file, and out of one. */
import { useState } from "react";
import type { SettingsStore } from "../../state/settings.ts";
import { readSettingsFile, writeSettingsFile } from "../../state/settings-file.ts";
import { Button } from "../shared/Button.tsx";
import { OpenFile } from "../shared/OpenFile.tsx";
import { useRuntime } from "../shared/runtime-context.ts";
import { saveFile } from "../shared/save-file.ts";
import { classes } from "../styles/classes.ts";
import { settingsFileText } from "../text/settings-file-en.ts";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

/** What became of an opened file; taken: how many changed prompts did not fit, and whether its library is another. */
type Outcome = "none" | "refused" | { dropped: number; otherLibrary: boolean };

export function FilePart() {
  const { settings, libraries } = useRuntime();
  const [outcome, setOutcome] = useState<Outcome>("none");
  async function take(file: File): Promise<void> {
    const read = readSettingsFile(await file.text());
    if (read === null) {
      setOutcome("refused");
      return;
    }
    settings.getState().takeAll(read);
    const dropped = await dropUnfitPrompts(settings);
    // A library of the browser that the file came from is not here.
    await libraries.load();
    setOutcome({ dropped, otherLibrary: settings.getState().library !== read.library });
  }
  return (
    <Part name="file" title={settingsFileText.title} help={settingsFileText.help}>
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
      <p role="status">{outcomeText(outcome)}</p>
    </Part>
  );
}

function outcomeText(outcome: Outcome): string {
  if (outcome === "none") return "";
  if (outcome === "refused") return settingsFileText.refused;
  const { dropped, otherLibrary } = outcome;
  const parts = [settingsFileText.taken];
  if (dropped > 0) parts.push(settingsFileText.dropped(dropped));
  if (otherLibrary) parts.push(settingsFileText.otherLibrary);
  return parts.join(" ");
}

/** Changed prompts of another version, or made by hand, may not fit: their own are put back. Returns how many. */
async function dropUnfitPrompts(settings: SettingsStore): Promise<number> {
  const { run, setPrompt } = settings.getState();
  if (run.prompts === undefined) return 0;
  const { problemsOfEdits } = await import("../../methods/prompt-list.ts");
  const unfit = [...problemsOfEdits(run.prompts).keys()];
  for (const id of unfit) setPrompt(id, null);
  return unfit.length;
}
