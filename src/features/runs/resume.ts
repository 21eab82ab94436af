import type { RunEvent } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import type { RetryPoint } from "../../session/retry-point.ts";
import type { SettingsStore } from "../../session/settings.ts";
import type { HistoryStore } from "./store.ts";

interface GoOnParts {
  history: HistoryStore;
  settings: SettingsStore;
  show(events: readonly RunEvent[]): Promise<boolean>;
  retry(point: RetryPoint, tier: null): Promise<void>;
}

/**
 * Resumes as a new run that replaces the interrupted one and keeps its settings. False if another
 * tab already resumes it.
 */
export async function continueStored(
  id: string,
  events: readonly RunEvent[],
  parts: GoOnParts,
): Promise<boolean> {
  const { history, settings, show } = parts;
  const release = await history.claim(id);
  if (release === null) return false;
  const went = lastSettings(events);
  if (went !== null) settings.getState().change({ run: went });
  if (!(await show(events))) {
    release();
    return true;
  }
  void finish(id, events, parts).finally(() => {
    release();
    void history.load();
  });
  return true;
}

async function finish(
  id: string,
  events: readonly RunEvent[],
  { history, retry }: GoOnParts,
): Promise<void> {
  await retry({ kind: "break" }, null);
  await history.written();
  await history.load();
  const next = history.getState().runs.find((row) => row.continues === id);
  if (next !== undefined && next.events > lastKept(events)) await history.replace(id);
}

/** At most the last step is redone; once the new run has more events, it covers the old one. */
function lastKept(events: readonly RunEvent[]): number {
  return events.findLastIndex(({ type }) => type === "node-start" || type === "stage-start");
}

function lastSettings(events: readonly RunEvent[]): RunSettings | null {
  const event = events.findLast(({ type }) => type === "run-start" || type === "run-resume");
  if (event === undefined || !("settings" in event)) return null;
  // The user's current privacy setting applies, not the stored one.
  const { privacy: _then, ...went } = event.settings;
  return went;
}
