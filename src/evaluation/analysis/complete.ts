/** Fills fields that results of earlier versions lack from their logs. */
import { foldTrace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile } from "../../log/file.ts";
import type { LabResult } from "../types.ts";
import { withRolesApart } from "./by-role.ts";

export function isComplete({ rolesApart, sure }: LabResult): boolean {
  return rolesApart === true && sure !== undefined;
}

/** Returns the result unchanged if its log cannot be opened. */
export function completedBy(log: string, result: LabResult): LabResult {
  if (isComplete(result)) return result;
  const events = eventsOf(log);
  return events === null ? result : withSureness(withRolesApart(result, events), events);
}

function withSureness(result: LabResult, events: readonly RunEvent[]): LabResult {
  if (result.sure !== undefined) return result;
  const sure = result.outcome === "answered" ? surenessOf(foldTrace(events)) : null;
  return { ...result, sure };
}

function eventsOf(log: string): RunEvent[] | null {
  try {
    return openRunFile(log);
  } catch {
    return null;
  }
}
