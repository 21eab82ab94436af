/** Reads one profile of the source into facts. */
import * as z from "zod/mini";
import type { Fact, Profile } from "../../../src/retrieval/libraries/factbook/facts.ts";
import { calmCapitals, placeName } from "../../../src/retrieval/libraries/factbook/names.ts";
import { dated, holder, paragraphs, partsAt } from "./clean.ts";
import { isDated, kindOf, leftOut, notesKept, shoutsNames } from "./fields.ts";

export interface SourceNode {
  [key: string]: string | null | SourceNode;
}
const sourceNode: z.ZodMiniType<SourceNode> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.null(), sourceNode])),
);
export const sourceProfile = z.record(z.string(), z.record(z.string(), sourceNode));
export type SourceProfile = z.infer<typeof sourceProfile>;

export interface Unread {
  reason: "left out on purpose" | "too long for a fact" | "older year" | "explanation" | "empty";
  /** "Geography/Area/note". */
  path: string;
  code: string;
}

/** In characters; longer statements are prose. */
export const longestStatement = 200;

/** The facts of a profile; every other value goes to `unread`. */
export function readProfile(
  code: string,
  region: string,
  source: SourceProfile,
  unread: (value: Unread) => void,
): Profile {
  const sections: Record<string, Record<string, Fact[]>> = {};
  for (const [section, fields] of Object.entries(source)) {
    const read: Record<string, Fact[]> = {};
    for (const [name, node] of Object.entries(fields)) {
      // The world has no government; its entry counts monarchies.
      if (code === "xx" && name === "Executive branch") continue;
      const facts = readField(`${section}/${name}`, node, (reason, path) =>
        unread({ reason, path, code }),
      );
      if (facts.length > 0) read[name] = facts;
    }
    if (Object.keys(read).length > 0) sections[section] = read;
  }
  const node = source["Government"]?.["Country name"]?.["conventional short form"];
  const short = node && typeof node === "object" ? textOf(node) : "";
  return { code, name: placeName(code, short), region, sections };
}

function textOf({ text }: SourceNode): string {
  return typeof text === "string" ? (paragraphs(text)[0] ?? "") : "";
}

type Miss = (reason: Unread["reason"], path: string) => void;

function readField(field: string, node: SourceNode, miss: Miss): Fact[] {
  const values = flatten(node);
  const newest = newestYear(values.map(({ part }) => part));
  const facts = values.flatMap(({ part, html }) => {
    const path = part ? `${field}/${part}` : field;
    if (leftOut.some((pattern) => pattern.test(path))) {
      miss("left out on purpose", path);
      return [];
    }
    if (/(?:^|\/)note$/.test(part) && !notesKept.test(field)) {
      miss("explanation", path);
      return [];
    }
    const kind = kindOf(field, part);
    if (kind === "series" && !part.endsWith(newest)) {
      miss("older year", field);
      return [];
    }
    const read = readValue(field, part, html, () => miss("too long for a fact", path));
    if (read.length === 0) miss("empty", path);
    return read;
  });
  return withYears(facts);
}

/** A field's own text first, then its parts, then its note. */
function flatten(node: SourceNode, part = ""): { part: string; html: string }[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const name = key === "text" ? part : [part, key.trim()].filter(Boolean).join(" - ");
    if (value === null) return [];
    return typeof value === "string" ? [{ part: name, html: value }] : flatten(value, name);
  });
}

function newestYear(parts: readonly string[]): string {
  const years = parts.flatMap((part) => / ((?:19|20)\d\d)$/.exec(part)?.[1] ?? []);
  return years.sort().at(-1) ?? "";
}

const nothing = /^(NA|NA%|\$?NA \(.*\)|none|-|--|n\/a|not available)?$/i;

function readValue(field: string, part: string, html: string, tooLong: () => void): Fact[] {
  const kind = kindOf(field, part);
  const label = labelOf(field, part);
  const own = paragraphs(html).map((text) => withoutAgain(part, withoutLabel(text, label)));
  if (field === "Government/Flag") return readFlag(own, tooLong);
  const calm = shoutsNames.test(field) ? own.map(calmCapitals) : own;
  if (part === "note") return readNote(calm, tooLong);
  const plain = calm.filter((text) => !/^note(?: \d+)?:/i.test(text));
  const { text: whole, ...of } = isDated(field)
    ? dated(plain.join("; "))
    : { text: plain.join("; ") };
  if (nothing.test(whole)) return [];
  const statements = partsAt(whole, ";").filter((text) => !nothing.test(text));
  const items = statements.flatMap((text) => {
    const isList = statements.length === 1 || text.length > longestStatement;
    // Poland's neighbours are separated by semicolons, except one by a comma.
    return part === "border countries" || (kind === "names" && isList)
      ? partsAt(text, ",")
      : [text];
  });
  // A list of shares or names is kept whole or not at all.
  const isLong = kind === "names" || longerAllowed.test(field);
  const longest = isLong ? 3 * longestStatement : longestStatement;
  const short = items.filter((item) => item.length <= longest);
  for (const _long of items.slice(short.length)) tooLong();
  if (short.length === 0) return [];
  const holders = kind === "offices" ? short.map(holder) : [];
  if (holders.some(({ since }) => since)) return [{ part: label, values: [], holders }];
  return [{ part: label, values: short.map((text) => metres(field, part, text)), ...of }];
}

/** The part's name; for a series, or "Health expenditure (as % of GDP)", the field's name. */
function labelOf(field: string, part: string): string {
  const name = part.replace(/ (?:19|20)\d\d$/, "");
  const own = field.slice(field.indexOf("/") + 1);
  return name === own || name.startsWith(`${own} (`) || kindOf(field, part) === "series"
    ? ""
    : name;
}

/** "arable land: 31.4%" under "agricultural land: arable land" repeats the label. */
function withoutLabel(text: string, label: string): string {
  const last = label.slice(label.lastIndexOf(": ") + 1).trim();
  const again = last && text.toLowerCase().startsWith(`${last.toLowerCase()}:`);
  return again ? text.slice(last.length + 1).trim() : text;
}

function readNote(texts: readonly string[], tooLong: () => void): Fact[] {
  const notes = texts.map((text) => text.replace(/^note ?\d*: ?/i, ""));
  const short = notes.filter((note) => note.length <= longestStatement);
  for (const _long of notes.slice(short.length)) tooLong();
  return short.length > 0 ? [{ part: "note", values: short }] : [];
}

/** The flag's appearance; the meaning of its colours is prose. */
function readFlag(texts: readonly string[], tooLong: () => void): Fact[] {
  const described =
    texts.find((text) => text.startsWith("description:"))?.replace("description:", "") ??
    texts.find((text) => !/^(meaning|history|note)/.test(text)) ??
    "";
  const values = partsAt(described, ";");
  const isShort = described.length <= 2 * longestStatement;
  if (!isShort) tooLong();
  return isShort && values.length > 0 ? [{ part: "", values }] : [];
}

const longerAllowed =
  /^(Geography\/(Elevation|Location)|Government\/(Capital|Government type|Independence|Executive branch))$/;

const americanDay = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/gu;
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Removes words that every value of a part shares; the templates add them. */
function withoutAgain(part: string, text: string): string {
  // The source writes some dates in American order: "9/24/2023".
  if (part.includes("date"))
    return text.replace(americanDay, (_, month, day, year) => {
      return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
    });
  if (part === "time difference") return text.replace(/ \([^)]* Washington[^)]*\)/u, "");
  return text.replace(" of total installed capacity", "");
}

/** Adds the unit that some heights lack: "Mont Blanc 4,810". */
function metres(field: string, part: string, text: string): string {
  const bare = field === "Geography/Elevation" && part.endsWith("point") && /\d$/.test(text);
  return bare ? `${text} m` : text;
}

/** In "total … (2025 est.), male …, female …" the year applies to all. */
function withYears(facts: readonly Fact[]): Fact[] {
  const years = new Set(facts.flatMap(({ year }) => year ?? []));
  const of = facts.find(({ year }) => year !== undefined);
  if (years.size !== 1 || !of) return [...facts];
  const { year, estimate } = of;
  return facts.map((fact) => {
    const counted = /^(male|female|total|large|0-14|15-64|65 years|narrow|standard|broad|dual)/;
    const saysYear = fact.values.some((value) => /\((?:19|20)\d\d/.test(value));
    if (fact.year || saysYear || !counted.test(fact.part)) return fact;
    return { ...fact, ...(year && { year }), ...(estimate && { estimate }) };
  });
}
