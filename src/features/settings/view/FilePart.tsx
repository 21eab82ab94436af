import { useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { Price, PromptEdits, Tier } from "../../../log/types.ts";
import { isConfigured, type Preferences, serverOf } from "../../../session/preferences.ts";
import { preferencesOf } from "../../../session/settings.ts";
import { changesOf, isNothing, type SettingsChanges } from "../../../session/settings-changes.ts";
import {
  maxSettingsFileBytes,
  readSettingsFile,
  writeSettingsFile,
} from "../../../session/settings-file.ts";
import { notBelow } from "../../../session/taken-settings.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { Dialog } from "../../../ui-kit/Dialog.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsFileText } from "../text/settings-file.ts";
import { importText } from "../text/settings-import.ts";
import { ImportQuestion } from "./ImportDialog.tsx";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

/** `dropped` counts prompts that did not fit; `otherLibrary`: the library was replaced. */
type Outcome =
  | { kind: "none" | "nothing" | "left" }
  | { kind: "refused"; place: string | null }
  | { kind: "taken"; dropped: number; otherLibrary: boolean };

interface Asked {
  file: string;
  preferences: Preferences;
  changes: SettingsChanges;
  dropped: number;
}

export function FilePart() {
  const { settings, libraries, priceOf } = useRuntime();
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const [asked, setAsked] = useState<Asked | null>(null);

  async function listed(preferences: Preferences): Promise<Record<Tier, Price | null>> {
    const find = (tier: Tier) => {
      const server = { ...serverOf(preferences, tier), price: null };
      return isConfigured(server) ? priceOf(server).catch(() => null) : null;
    };
    return { small: await find("small"), large: await find("large") };
  }

  async function open(file: File): Promise<void> {
    const now = preferencesOf(settings.getState());
    const isLong = file.size > maxSettingsFileBytes;
    const read = isLong
      ? ({ ok: false, place: null } as const)
      : readSettingsFile(await file.text(), now);
    if (!read.ok) {
      setOutcome({ kind: "refused", place: read.place });
      return;
    }
    const fitting = await withFittingPrompts(read.preferences);
    const { dropped } = fitting;
    const table = { now: await listed(now), file: await listed(fitting.preferences) };
    const preferences = notBelow(table.file, fitting.preferences);
    const changes = changesOf(now, preferences, table);
    if (isNothing(changes) && dropped === 0) setOutcome({ kind: "nothing" });
    else setAsked({ file: file.name, preferences, changes, dropped });
  }
  async function apply({ preferences, dropped }: Asked): Promise<void> {
    setAsked(null);
    settings.getState().takeAll(preferences);
    const { library } = settings.getState();
    // The file may name a library that exists only in another browser.
    await libraries.load();
    const otherLibrary = settings.getState().library !== library;
    setOutcome({ kind: "taken", dropped, otherLibrary });
  }
  function cancel(): void {
    if (asked === null) return;
    setAsked(null);
    setOutcome({ kind: "left" });
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
          onFile={(file) => void open(file)}
        />
      </div>
      <p role="status">{outcomeText(outcome)}</p>
      <Dialog open={asked !== null} title={importText.title} onClose={cancel}>
        {asked === null ? null : (
          <ImportQuestion {...asked} onApply={() => void apply(asked)} onCancel={cancel} />
        )}
      </Dialog>
    </Part>
  );
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "none":
      return "";
    case "nothing":
      return settingsFileText.nothing;
    case "left":
      return settingsFileText.left;
    case "refused":
      return outcome.place === null
        ? settingsFileText.refused
        : settingsFileText.refusedAt(outcome.place);
    case "taken": {
      const { dropped, otherLibrary } = outcome;
      const parts = [settingsFileText.taken];
      if (dropped > 0) parts.push(settingsFileText.dropped(dropped));
      if (otherLibrary) parts.push(settingsFileText.otherLibrary);
      return parts.join(" ");
    }
  }
}

/** Prompts of another version may not fit. */
async function withFittingPrompts(
  preferences: Preferences,
): Promise<{ preferences: Preferences; dropped: number }> {
  const { run } = preferences;
  if (run.prompts === undefined) return { preferences, dropped: 0 };
  const { loadPrompts, problemsOfEdits } = await import("../../../methods/prompt-list.ts");
  const unfit = problemsOfEdits(await loadPrompts(), run.prompts);
  const { prompts: _all, ...rest } = run;
  const prompts: PromptEdits = Object.fromEntries(
    Object.entries(run.prompts).filter(([id]) => !unfit.has(id)),
  );
  const fitting = Object.keys(prompts).length === 0 ? rest : { ...rest, prompts };
  return { preferences: { ...preferences, run: fitting }, dropped: unfit.size };
}
