import * as z from "zod/mini";
import type { KeyValueStorage } from "./services.ts";

const key = "hopwise.model-uses";
const record = z.record(z.string(), z.number());

export function modelUses(storage: KeyValueStorage): Readonly<Record<string, number>> {
  try {
    const read = record.safeParse(JSON.parse(storage.get(key) ?? "{}"));
    return read.success ? read.data : {};
  } catch {
    // Damaged storage counts as empty.
    return {};
  }
}

export function noteUse(storage: KeyValueStorage, id: string, epochMs: number): void {
  storage.set(key, JSON.stringify({ ...modelUses(storage), [id]: epochMs }));
}
