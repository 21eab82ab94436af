import * as z from "zod/mini";
import { checkPreferences, type Preferences } from "./preferences.ts";
import { preferencesOf, type SettingsState } from "./settings.ts";

const settingsFile = z.object({
  format: z.literal("hopwise-settings"),
  version: z.literal(1),
  preferences: z.record(z.string(), z.unknown()),
});

/** A file with every prompt edited has some hundred kilobytes. */
export const maxSettingsFileBytes = 4_000_000;

export function writeSettingsFile(state: SettingsState): string {
  const preferences = preferencesOf(state);
  return JSON.stringify({ format: "hopwise-settings", version: 1, preferences }, null, 2);
}

export type SettingsFile =
  | { ok: true; preferences: Preferences }
  /** `place` is null if it is not a settings file. */
  | { ok: false; place: string | null };

/**
 * Missing sections stay as they are. One value that no control allows refuses the file; `taken`
 * decides which values apply.
 */
export function readSettingsFile(text: string, now: Preferences): SettingsFile {
  const file = settingsFile.safeParse(parsed(text));
  return file.success ? checkPreferences(file.data.preferences, now) : { ok: false, place: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
