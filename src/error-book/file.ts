/** Reads and writes the error book as JSON lines, validating each line. */
import * as z from "zod/mini";
import { type ErrorRecord, errorBookVersion, errorRecord } from "./record.ts";

export type RecordProblem = "not-json" | "not-a-record" | "too-new";

export interface BadRecord {
  /** Counted from 1. */
  line: number;
  problem: RecordProblem;
}

export interface ErrorBookFile {
  records: ErrorRecord[];
  bad: BadRecord[];
}

export function writeErrorBook(records: readonly ErrorRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Never throws: invalid lines are listed, the others are read. */
export function readErrorBook(text: string): ErrorBookFile {
  const file: ErrorBookFile = { records: [], bad: [] };
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = readRecord(line);
    if (typeof read === "string") file.bad.push({ line: index + 1, problem: read });
    else file.records.push(read);
  }
  return file;
}

const versioned = z.object({ version: z.int().check(z.gte(1)) });

function readRecord(line: string): ErrorRecord | RecordProblem {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "not-json";
  }
  const version = versioned.safeParse(value);
  if (version.success && version.data.version > errorBookVersion) return "too-new";
  const record = errorRecord.safeParse(value);
  return record.success ? record.data : "not-a-record";
}
