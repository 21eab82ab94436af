/** All settings as a file: what the page remembers between visits, and never a key. */
import * as z from "zod/mini";
import { checkPreferences, type Preferences } from "./preferences.ts";
import { preferencesOf, type SettingsState } from "./settings.ts";

const settingsFile = z.object({
  format: z.literal("hopwise-settings"),
  version: z.literal(1),
  preferences: z.record(z.string(), z.unknown()),
});

/** A file with every prompt changed is some hundred kilobytes; what is longer is none. */
export const maxSettingsFileBytes = 4_000_000;

export function writeSettingsFile(state: SettingsState): string {
  const preferences = preferencesOf(state);
  return JSON.stringify({ format: "hopwise-settings", version: 1, preferences }, null, 2);
}

export type SettingsFile =
  | { ok: true; preferences: Preferences }
  /** `place`: the value that cannot be, as "run.maxRounds"; null where it is no settings file at all. */
  | { ok: false; place: string | null };

/**
 * What a file sets; a section that it lacks is as it is now. One value that no control could give
 * refuses the whole file. Whether all of it may be taken, `taken` says.
 */
export function readSettingsFile(text: string, now: Preferences): SettingsFile {
  const file = settingsFile.safeParse(parsed(text));
  return file.success ? checkPreferences(file.data.preferences, now) : { ok: false, place: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON is no settings file either; one refusal serves both.
    return null;
  }
}
