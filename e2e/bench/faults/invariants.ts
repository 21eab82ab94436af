/** Invariants of page and store after any failure; each violation is a sentence. */
import { isDeepStrictEqual } from "node:util";
import { foldLedger } from "../../../src/folds/ledger.ts";
import { errorData } from "../../../src/log/errors.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { openRunFile, writeRunFile } from "../../../src/log/file.ts";

/** These fields differ between runs or worlds. */
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

function comparable(event: RunEvent): string {
  return JSON.stringify(event, (key, value: unknown) => (unequal.has(key) ? undefined : value));
}

/** Null if the logs are equal in their first `count` events. */
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

export function isSame(a: readonly RunEvent[], b: readonly RunEvent[]): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
}

/** Null if the log exports and opens again unchanged. */
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

export function untyped(value: unknown, where: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (value instanceof Map) return [...value.values()].flatMap((inner) => untyped(inner, where));
  const error = errorData.safeParse(value);
  if (error.success && error.data.code === "internal") {
    return [`untyped error in ${where}: ${JSON.stringify(error.data.params).slice(0, 160)}`];
  }
  return Object.entries(value).flatMap(([key, inner]) => untyped(inner, `${where}.${key}`));
}

export function codesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const error = errorData.safeParse(value);
  if (error.success) return [error.data.code];
  return Object.values(value).flatMap(codesIn);
}

export function badLedger(events: readonly RunEvent[]): string | null {
  const { total } = foldLedger(events);
  const figures = [total.usd, total.promptTokens, total.generatedTokens];
  const isSane = figures.every((figure) => Number.isFinite(figure) && figure >= 0);
  return isSane ? null : `the meter tells ${JSON.stringify(figures)}`;
}
