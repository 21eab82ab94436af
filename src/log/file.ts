/** Validates and migrates logs; refuses what it cannot read. */
import * as z from "zod/mini";
import { deepestTree } from "./bounds.ts";
import { AppError } from "./errors.ts";
import { logVersion, type RunEvent, runEvent } from "./events.ts";
import { anyEvent, eachOf, fields, withFields } from "./migrations/fields.ts";
import { rewriteByOf } from "./migrations/v3.ts";
import { fromVersion8 } from "./migrations/v8.ts";
import { fromVersion9 } from "./migrations/v9.ts";

const runFile = z.object({ format: z.literal("hopwise-run"), events: z.array(z.unknown()) });

/** Logs hold no keys, so neither does the file. */
export function writeRunFile(events: readonly RunEvent[]): string {
  return JSON.stringify({ format: "hopwise-run", events });
}

/** Throws `run-file-invalid` (place and reason) or `run-file-too-new`. */
export function openRunFile(text: string): RunEvent[] {
  return openLog(valuesIn(text));
}

/** Events between calls of `pause`. */
const part = 300;

/** Pauses between parts, to keep the caller responsive. */
export async function openRunFileInParts(
  text: string,
  pause: () => Promise<void>,
): Promise<RunEvent[]> {
  const values = valuesIn(text);
  await pause();
  return openLogInParts(values, pause);
}

/** Migrates any known version to the current one. */
export function openLog(values: readonly unknown[]): RunEvent[] {
  return checked(values.map(eventReader(values[0])));
}

export async function openLogInParts(
  values: readonly unknown[],
  pause: () => Promise<void>,
): Promise<RunEvent[]> {
  const read = eventReader(values[0]);
  const events: RunEvent[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % part === 0) await pause();
    events.push(read(value, index));
  }
  await pause();
  return checked(events);
}

function valuesIn(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("the file is not JSON", null);
  }
  const file = runFile.safeParse(value);
  if (!file.success) throw invalid("this is not a Hopwise run file", null);
  return file.data.events;
}

/** The first event gives the version. */
function eventReader(first: unknown): (value: unknown, index: number) => RunEvent {
  const version = versionOf(first);
  if (version > logVersion) {
    throw new AppError("run-file-too-new", { version, supported: logVersion });
  }
  const steps = migrations.slice(version - 1);
  return (value, index) => {
    const parsed = runEvent.safeParse(steps.reduce((old, step) => step(old), value));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw invalid(`${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(), index);
  };
}

function checked(events: RunEvent[]): RunEvent[] {
  checkOrder(events);
  checkTree(events);
  return events;
}

/** A log begins with run-start, counts without gaps, and ends at most once. */
function checkOrder(events: readonly RunEvent[]): void {
  if (events[0]?.type !== "run-start") throw invalid("the first event is not run-start", 0);
  events.forEach((event, index) => {
    if (event.seq !== index) throw invalid(`seq ${event.seq} is out of order`, index);
    if (event.type === "run-end" && index !== events.length - 1) {
      throw invalid("events follow run-end", index);
    }
  });
}

/** A branch starts at an earlier step: no cycles, no deeper than can be drawn. */
function checkTree(events: readonly RunEvent[]): void {
  const known = new Map<string, number>();
  events.forEach((event, index) => {
    if (event.type !== "branch-start") return;
    if (event.parent !== null && !known.has(event.parent)) {
      throw invalid(`branch ${event.branch} is rooted at an unknown step`, index);
    }
    const above = known.get(event.parent ?? "") ?? 0;
    for (const [place, { id }] of event.nodes.entries()) {
      if (known.has(id)) throw invalid(`step ${id} is there twice`, index);
      const depth = above + (event.fan === true ? 1 : place + 1);
      if (depth > deepestTree) {
        throw invalid(`step ${id} stands below more than ${deepestTree} others`, index);
      }
      known.set(id, depth);
    }
  });
}

const versioned = z.object({ type: z.literal("run-start"), version: z.int().check(z.gte(1)) });

function versionOf(first: unknown): number {
  const parsed = versioned.safeParse(first);
  if (!parsed.success) throw invalid("the first event is not run-start with a version", 0);
  return parsed.data.version;
}

/** The first migrates from version 1 to 2. */
const migrations: readonly ((value: unknown) => unknown)[] = [
  fromVersion1,
  fromVersion2,
  fromVersion3,
  // Version 4 had no corrections and no model change for a single step.
  onlyAdds(5),
  // Version 5 had no arithmetic.
  onlyAdds(6),
  // Version 6 had no abandoned steps and no token probabilities.
  onlyAdds(7),
  // Version 7 had no second reader.
  onlyAdds(8),
  // In version 8 no method declared a form, settings or departures.
  fromVersion8,
  // Version 9 billed chain continuations to the solving stage.
  fromVersion9,
  // Version 10 did not weigh whether asking more is worth its price.
  onlyAdds(11),
];

/** Version 1 had no long-form check and no resumed logs; a stopped run was "cancelled". */
function fromVersion1(value: unknown): unknown {
  const parsed = anyEvent.safeParse(value);
  if (!parsed.success) return value;
  const event = parsed.data;
  if (event.type === "run-end" && event["outcome"] === "cancelled") {
    return { ...event, outcome: "stopped" };
  }
  if (event.type !== "run-start") return event;
  const longForm = { answerForm: "short", rougeThreshold: 0.35 };
  const settings = withFields(event["settings"], longForm);
  return { ...event, version: 2, continues: null, settings };
}

/** In version 2 the language model was the only reader. */
function fromVersion2(value: unknown): unknown {
  const parsed = anyEvent.safeParse(value);
  if (!parsed.success) return value;
  const event = parsed.data;
  if (event.type !== "run-start" && event.type !== "run-resume") return event;
  const settings = withFields(event["settings"], {
    reader: "model",
    rerank: false,
    evidence: false,
    evidenceThreshold: 0.3,
  });
  if (event.type === "run-start") return { ...event, version: 3, settings };
  if (event["dropped"] === undefined) return { ...event, settings };
  const charges = eachOf(event["dropped"], (charge) => ({
    kind: charge["call"] === null ? "retrieval" : "call",
    ...charge,
  }));
  return { ...event, settings, dropped: charges };
}

/** Version 3 had CoopLLM alone: always a plan, only the library, no gate, filter or fallback. */
function fromVersion3(value: unknown): unknown {
  const parsed = anyEvent.safeParse(value);
  if (!parsed.success) return value;
  const event = parsed.data;
  if (event.type !== "run-start" && event.type !== "run-resume") return event;
  const old = fields.safeParse(event["settings"]);
  const rewriteBy = old.success ? rewriteByOf(old.data) : "small";
  const settings = withFields(event["settings"], { ...onlyCoopLlm, rewriteBy });
  return event.type === "run-start" ? { ...event, version: 4, settings } : { ...event, settings };
}

function onlyAdds(version: number): (value: unknown) => unknown {
  return (value) => {
    const parsed = anyEvent.safeParse(value);
    if (!parsed.success || parsed.data.type !== "run-start") return value;
    return { ...parsed.data, version };
  };
}

const onlyCoopLlm = {
  gate: { kind: "off", by: "small", judge: "encoder", threshold: 0.5 },
  source: { choice: "fixed", tool: "library" },
  filter: { kind: "off", by: "encoder", threshold: 0.5, claims: true },
  fallback: { on: false, by: "small", maxDepth: 3, fillEarlier: false },
  answer: { form: "short", passages: 20, maxTokens: 3000 },
  rival: {},
};

function invalid(reason: string, event: number | null): AppError {
  return new AppError("run-file-invalid", { reason, event });
}
