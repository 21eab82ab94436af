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

export function FilePart() {
  const { settings, libraries } = useRuntime();
  const [outcome, setOutcome] = useState<"taken" | "refused" | null>(null);
  const [dropped, setDropped] = useState(0);
  const [without, setWithout] = useState(false);
  async function take(file: File): Promise<void> {
    const read = readSettingsFile(await file.text());
    if (read !== null) {
      settings.getState().takeAll(read);
      setDropped(await dropUnfitPrompts(settings));
      // A library of the browser that the file came from is not here.
      await libraries.load();
      setWithout(settings.getState().library !== read.library);
    }
    setOutcome(read === null ? "refused" : "taken");
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
      <p role="status">
        {outcome === null ? "" : settingsFileText[outcome]}
        {outcome === "taken" && dropped > 0 ? ` ${settingsFileText.dropped(dropped)}` : ""}
        {outcome === "taken" && without ? ` ${settingsFileText.otherLibrary}` : ""}
      </p>
    </Part>
  );
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
