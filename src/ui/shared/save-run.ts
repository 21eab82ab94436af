/** A run as a file. The log holds no key. */
import type { RunEvent } from "../../core/events.ts";
import { saveFile } from "./save-file.ts";

export async function saveRun(events: readonly RunEvent[]): Promise<void> {
  const { writeRunFile } = await import("../../core/log.ts");
  const start = events[0];
  const id = start?.type === "run-start" ? start.runId : "unnamed";
  saveFile(`hopwise-${id}.run.json`, writeRunFile(events), "application/json");
}
