/** What must hold of a page and its store, whatever has failed. Each broken one is a sentence. */
import { isDeepStrictEqual } from "node:util";
import { foldLedger } from "../../../src/folds/ledger.ts";
import { errorData } from "../../../src/log/errors.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { openRunFile, writeRunFile } from "../../../src/log/file.ts";

/** Figures that differ from run to run, and names that differ from world to world. */
const unequal: ReadonlySet<string> = new Set([
  "atMs",
  "startedAtEpochMs",
  "totalMs",
  "queueMs",
  "firstTokenMs",
  "runId",
  "destination",
  "bytesSent",
  "bytesReceived",
]);

/** An event as it is the same in any run of the question. */
function comparable(event: RunEvent): string {
  return JSON.stringify(event, (key, value: unknown) => (unequal.has(key) ? undefined : value));
}

/** Where two logs part within their first `count` events; null where they do not. */
export function partsWithin(
  log: readonly RunEvent[],
  whole: readonly RunEvent[],
  count: number,
): string | null {
  for (let index = 0; index < count; index += 1) {
    const [own, other] = [log[index], whole[index]];
    if (own === undefined) return `the log has lost event ${index} of ${count} before the fault`;
    if (other === undefined || comparable(own) !== comparable(other)) {
      return `event ${index} (${own.type}) before the fault is not that of the unfaulted run`;
    }
  }
  return null;
}

/** Whether two logs tell the same, in whatever order an event has its fields. */
export function isSame(a: readonly RunEvent[], b: readonly RunEvent[]): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
}

/** Null where the log can leave as a file and be opened again as it was. */
export function unreadable(events: readonly RunEvent[], where: string): string | null {
  try {
    const opened = openRunFile(writeRunFile(events));
    return isSame(opened, events)
      ? null
      : `the log ${where} is another one after export and opening`;
  } catch (thrown) {
    const { params } = Object(thrown);
    return `the log ${where} cannot be opened: ${JSON.stringify(params ?? String(thrown))}`;
  }
}

/** Every error anywhere in a value that has no code of its own. */
export function untyped(value: unknown, where: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (value instanceof Map) return [...value.values()].flatMap((inner) => untyped(inner, where));
  const error = errorData.safeParse(value);
  if (error.success && error.data.code === "internal") {
    return [`untyped error in ${where}: ${JSON.stringify(error.data.params).slice(0, 160)}`];
  }
  return Object.entries(value).flatMap(([key, inner]) => untyped(inner, `${where}.${key}`));
}

/** The codes of errors that are data, for the table. */
export function codesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const error = errorData.safeParse(value);
  if (error.success) return [error.data.code];
  return Object.values(value).flatMap(codesIn);
}

/** What a run's own ledger tells is a sum of money. */
export function badLedger(events: readonly RunEvent[]): string | null {
  const { total } = foldLedger(events);
  const figures = [total.usd, total.promptTokens, total.generatedTokens];
  const isSane = figures.every((figure) => Number.isFinite(figure) && figure >= 0);
  return isSane ? null : `the meter tells ${JSON.stringify(figures)}`;
}
