/**
 * Shortens logs for links: events in columns, rounded numbers, and ids of the library's passages.
 */
import * as z from "zod/mini";
import { AppError } from "./errors.ts";
import type { RunEvent } from "./events.ts";
import { settingsTemplate } from "./settings-template.ts";

/** Unknown ids are absent. */
export type LookUp = (
  library: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { title: string; text: string }>>;

type Fields = Readonly<Record<string, unknown>>;

const compactLog = z.object({
  format: z.literal("hopwise-link"),
  /** The library to look up passages in, with a checksum of their words; null if none. */
  library: z.nullable(z.object({ id: z.string(), edition: z.string(), sum: z.number() })),
  order: z.array(z.int()),
  /** Each type's name, column names and columns. */
  types: z.array(z.tuple([z.string(), z.array(z.string()), z.array(z.array(z.unknown()))])),
});
export type CompactLog = z.infer<typeof compactLog>;

export function isCompact(value: unknown): value is CompactLog {
  return compactLog.safeParse(value).success;
}

/** Only word-for-word matches become ids. */
export async function compacted(
  events: readonly RunEvent[],
  library: string | null,
  lookUp: LookUp,
): Promise<CompactLog> {
  const ref = events.find((event) => event.type === "run-start")?.library;
  const known =
    library === null || ref === undefined ? new Map() : await lookUp(library, idsIn(events));
  const left: Passage[] = [];
  const groups = new Map<string, Fields[]>();
  const order: number[] = [];
  for (const event of events) {
    const { type, ...fields } = shortened(event, known, left);
    const name = String(type);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name)?.push(fields);
    order.push([...groups.keys()].indexOf(name));
  }
  return {
    format: "hopwise-link",
    library:
      library === null || ref === undefined || left.length === 0
        ? null
        : { id: library, edition: ref.edition, sum: sumOf(left) },
    order,
    types: [...groups].map(([name, rows]) => [name, ...columnsOf(rows)]),
  };
}

/** The events are not yet validated. Throws AppError. */
export async function expanded(value: CompactLog, lookUp: LookUp): Promise<unknown[]> {
  const rows = value.types.map(([name, names, columns]) => rowsOf(name, names, columns));
  const next = rows.map(() => 0);
  const events = value.order.map((kind, seq) => {
    const at = next[kind] ?? 0;
    const fields = rows[kind]?.[at];
    if (fields === undefined) throw new AppError("run-link-broken", { event: seq });
    next[kind] = at + 1;
    return { ...fields, seq };
  });
  const whole = events.map(lengthened);
  if (value.library === null) return whole;
  const ids = [...new Set(whole.flatMap(missingIn))];
  const known = await lookUp(value.library.id, ids);
  const found: Passage[] = [];
  const filled = whole.map((event) => withTexts(event, known, found));
  // Other words under the same ids would be shown as evidence.
  if (ids.some((id) => !known.has(id)) || sumOf(found) !== value.library.sum) {
    throw new AppError("run-link-edition", { edition: value.library.edition });
  }
  return filled;
}

interface Passage {
  id: string;
  title: string;
  text: string;
}

function idsIn(events: readonly RunEvent[]): string[] {
  const ids = events.flatMap((event) =>
    event.type === "retrieval" && event.tool === undefined
      ? event.passages.map(({ id }) => id)
      : [],
  );
  return [...new Set(ids)];
}

function shortened(
  event: RunEvent,
  known: Awaited<ReturnType<LookUp>>,
  left: Passage[],
): Record<string, unknown> {
  const { seq: _, ...rounded } = withShortNumbers(event);
  if (event.type === "run-start") {
    return { ...rounded, settings: difference(event.settings, settingsTemplate) };
  }
  if (event.type === "reading") {
    const readings = listIn(rounded["readings"]).map(({ spans: _spans, ...said }) => said);
    return { ...rounded, readings: columnsOf(readings) };
  }
  if (event.type !== "retrieval") return rounded;
  const passages = listIn(rounded["passages"]).map((passage, index) => {
    const whole = event.passages[index];
    const same = whole === undefined ? undefined : known.get(whole.id);
    const isSame = same?.text === whole?.text && same?.title === whole?.title;
    if (whole === undefined || same === undefined || !isSame) return passage;
    left.push({ id: whole.id, title: whole.title, text: whole.text });
    const { title: _title, text: _text, ...mark } = passage;
    return mark;
  });
  return { ...rounded, passages: columnsOf(passages) };
}

function lengthened(event: Fields): Fields {
  const { type } = event;
  if (type === "run-start") {
    return { ...event, settings: merged(event["settings"], settingsTemplate) };
  }
  if (type === "reading") return { ...event, readings: tableIn(event["readings"]) };
  return type === "retrieval" ? { ...event, passages: tableIn(event["passages"]) } : event;
}

function missingIn(event: Fields): string[] {
  if (event["type"] !== "retrieval") return [];
  return listIn(event["passages"]).flatMap(({ id, text }) =>
    typeof id === "string" && text === undefined ? [id] : [],
  );
}

function withTexts(event: Fields, known: Awaited<ReturnType<LookUp>>, found: Passage[]): Fields {
  if (event["type"] !== "retrieval") return event;
  const passages = listIn(event["passages"]).map((passage) => {
    const { id } = passage;
    if (typeof id !== "string" || passage["text"] !== undefined) return passage;
    const { title = "", text = "" } = known.get(id) ?? {};
    found.push({ id, title, text });
    return { ...passage, title, text };
  });
  return { ...event, passages };
}

/** FNV-1a: two editions hardly ever collide. */
function sumOf(passages: readonly Passage[]): number {
  let sum = 0x811c9dc5;
  for (const { id, title, text } of passages) {
    for (const character of `${id}\n${title}\n${text}\n`) {
      sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
  }
  return sum;
}

/** Marks a field or setting that is missing. */
const absent = { "~": 0 };

function isAbsent(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 1 && value["~"] === 0;
}

function columnsOf(rows: readonly Fields[]): [string[], unknown[][]] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) =>
    rows.map((row) => (row[name] === undefined ? absent : row[name])),
  );
  return [names, columns];
}

function rowsOf(type: string | null, names: readonly string[], columns: unknown[][]): Fields[] {
  const length = columns[0]?.length ?? 0;
  return Array.from({ length }, (_, at) => {
    const fields = names.flatMap((name, place) => {
      const value = columns[place]?.[at];
      return value === undefined || isAbsent(value) ? [] : [[name, value] as const];
    });
    return Object.fromEntries(type === null ? fields : [["type", type] as const, ...fields]);
  });
}

const table = z.tuple([z.array(z.string()), z.array(z.array(z.unknown()))]);

function tableIn(value: unknown): Fields[] {
  const parsed = table.safeParse(value);
  if (!parsed.success) throw new AppError("run-link-broken", { part: "table" });
  return rowsOf(null, ...parsed.data);
}

/** Rounds milliseconds to integers, others to three decimals; money stays exact. */
function shortNumber(value: number, key: string): number {
  if (Number.isInteger(value) || exact.has(key)) return value;
  if (key.endsWith("Ms")) return Math.round(value);
  return key === "score" ? Number(value.toPrecision(3)) : Number(value.toFixed(3));
}

/** Sums of rounded prices would differ. */
const exact: ReadonlySet<string> = new Set(["usd", "startedAtEpochMs"]);
const exactInside: ReadonlySet<string> = new Set(["settings", "price", "cost", "usage"]);

function withShortNumbers(event: RunEvent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).map(([key, value]) => [key, short(value, key)]));
}

function short(value: unknown, key: string): unknown {
  if (exactInside.has(key)) return value;
  if (typeof value === "number") return shortNumber(value, key);
  if (Array.isArray(value)) return value.map((one) => short(one, key));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, short(one, name)]));
}

function difference(value: unknown, template: unknown): unknown {
  if (!isFields(value) || !isFields(template)) return value;
  const names = new Set([...Object.keys(value), ...Object.keys(template)]);
  const fields = [...names].flatMap((name) => {
    const [own, other] = [value[name], template[name]];
    if (own === undefined) return [[name, absent] as const];
    if (JSON.stringify(own) === JSON.stringify(other)) return [];
    return [[name, difference(own, other)] as const];
  });
  return Object.fromEntries(fields);
}

function merged(value: unknown, template: unknown): unknown {
  if (!isFields(value) || !isFields(template)) return value === undefined ? template : value;
  const names = new Set([...Object.keys(template), ...Object.keys(value)]);
  const fields = [...names].flatMap((name) => {
    if (isAbsent(value[name])) return [];
    return [[name, name in value ? merged(value[name], template[name]) : template[name]] as const];
  });
  return Object.fromEntries(fields);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
