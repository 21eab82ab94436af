/** The log holds no key. */
import { toAppError } from "../log/errors.ts";
import type { RunStore } from "../session/run-store.ts";
import { runFileName } from "./run-file-name.ts";
import { saveFile } from "./save-file.ts";

/** Shows an error if its code fails to load. */
export async function saveRun(run: RunStore): Promise<void> {
  try {
    const { writeRunFile } = await import("../log/file.ts");
    const { events } = run.getState();
    const start = events[0];
    const name = runFileName(start?.type === "run-start" ? start.question : "");
    saveFile(`${name}.run.json`, writeRunFile(events), "application/json");
  } catch (thrown) {
    run.refuse(toAppError(thrown).toData());
  }
}
