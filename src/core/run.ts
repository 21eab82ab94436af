/** Runs one question by its method; the only producer of run logs. */
import type { RunEvent } from "./events.ts";
import type { Ports, StopSignal } from "./ports.ts";
import type { RunSettings } from "./types.ts";

export interface RunRequest {
  runId: string;
  question: string;
  settings: RunSettings;
  /** Continue an earlier log: its events before `beforeSeq` are kept. */
  resume?: { events: readonly RunEvent[]; beforeSeq: number; node: string | null };
}

/** Yields every event once, in order, ending with exactly one `run-end`. Never throws. */
export type Run = (
  request: RunRequest,
  ports: Ports,
  signal: StopSignal,
) => AsyncGenerator<RunEvent, void, undefined>;
