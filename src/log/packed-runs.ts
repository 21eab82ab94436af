/** Longer strings, which repeat between runs of a question, are stored once. */
import * as z from "zod/mini";
import { AppError } from "./errors.ts";
import type { RunEvent } from "./events.ts";
import { openLog } from "./file.ts";

/** `combination` is "SSS" to "LLL". */
export interface RecordedRun {
  question: string;
  combination: string;
  events: readonly RunEvent[];
}

/**
 * Every reference starts with this sign; longer strings, and all that begin with it, are replaced.
 */
const sign = "~";
/** Shorter ones would not be longer than their reference. */
const shortest = 4;

const packedRuns = z.object({
  format: z.literal("hopwise-runs"),
  strings: z.array(z.string()),
  runs: z.array(
    z.object({ question: z.string(), combination: z.string(), events: z.array(z.unknown()) }),
  ),
});
export type PackedRuns = z.infer<typeof packedRuns>;

export function packRuns(runs: readonly RecordedRun[]): PackedRuns {
  const places = new Map<string, number>();
  const pack = (value: unknown): unknown => {
    if (typeof value !== "string" || !isListed(value)) return value;
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return sign + place.toString(36);
  };
  const packed = runs.map(({ question, combination, events }) => ({
    question,
    combination,
    events: events.map((event) => withStrings(event, pack)),
  }));
  return { format: "hopwise-runs", strings: [...places.keys()], runs: packed };
}

/** Throws `run-file-invalid`. */
export function readPackedRuns(value: unknown): PackedRuns {
  const parsed = packedRuns.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("run-file-invalid", { reason: "these are no packed runs", event: null });
}

/** Null if the file lacks it. */
export function unpackRun(
  { strings, runs }: PackedRuns,
  question: string,
  combination: string,
): RunEvent[] | null {
  const run = runs.find((one) => one.question === question && one.combination === combination);
  if (run === undefined) return null;
  const unpack = (value: unknown) =>
    typeof value === "string" && value.startsWith(sign)
      ? strings[Number.parseInt(value.slice(1), 36)]
      : value;
  return openLog(run.events.map((event) => withStrings(event, unpack)));
}

function isListed(value: string): boolean {
  return value.length >= shortest || value.startsWith(sign);
}

function withStrings(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withStrings(one, change));
  if (typeof value !== "object" || value === null) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withStrings(one, change)]),
  );
}
