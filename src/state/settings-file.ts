/** All settings as a file: what the page remembers between visits, and never a key. */
import * as z from "zod/mini";
import { type Preferences, readPreferences } from "./preferences.ts";
import { preferencesOf, type SettingsState } from "./settings.ts";

const settingsFile = z.object({
  format: z.literal("hopwise-settings"),
  version: z.literal(1),
  preferences: z.record(z.string(), z.unknown()),
});

export function writeSettingsFile(state: SettingsState): string {
  const preferences = preferencesOf(state);
  return JSON.stringify({ format: "hopwise-settings", version: 1, preferences }, null, 2);
}

/**
 * What a file sets; a damaged part of it is as on a first visit. Null where it is no such file.
 * Its addresses may be anyone's, so keys are not remembered because a file says so.
 */
export function readSettingsFile(text: string): Preferences | null {
  const file = settingsFile.safeParse(parsed(text));
  if (!file.success) return null;
  const read = readPreferences(JSON.stringify(file.data.preferences));
  return { ...read, large: { ...read.large, rememberKey: false }, rememberToolKeys: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON is no settings file either; one refusal serves both.
    return null;
  }
}
