/** The run that came with the page. Saved from the page itself; its log says when, and by which models. */
import type { RunEvent } from "../../../../log/events.ts";
import { fetchOwnJson } from "../../../../shared/integrity/own-files.ts";

const address = new URL("examples/arrival.run.json", document.baseURI).href;

let begun: Promise<readonly RunEvent[]> | null = null;

/** Before anybody asks for it. */
export function beginRecordedRun(): Promise<readonly RunEvent[]> {
  begun = fetchRun();
  return begun;
}

/** As it was written. */
export function recordedRun(): Promise<readonly RunEvent[]> {
  const run = begun ?? fetchRun();
  begun = null;
  return run;
}

async function fetchRun(): Promise<readonly RunEvent[]> {
  const file: unknown = await fetchOwnJson("examples/arrival.run.json", address);
  if (!isRunFile(file)) throw new TypeError(`no run at ${address}`);
  return file.events;
}

/**
 * It is part of the page, as its code is, and a test reads it as any other file is read: to do
 * that again at every arrival would keep the person waiting.
 */
function isRunFile(file: unknown): file is { events: readonly RunEvent[] } {
  return typeof file === "object" && file !== null && "events" in file;
}
