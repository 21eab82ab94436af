/**
 * `facts.jsonl` holds a profile of the 2025 World Factbook per line. A bar separates a value from
 * its year, or a holder from the start date; "of" is the year of a field's values that have none.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { repositoryRoot } from "./repository.ts";

interface Holder {
  name: string;
  since?: string;
}

export interface Fact {
  /** Such as "total"; "" is the field's own value. */
  part: string;
  values: readonly string[];
  /** Instead of values, for offices. */
  holders?: readonly Holder[];
  /** The year of the values: "2024", "2020-25", "July 2018". */
  year?: string;
  estimate?: boolean;
}

export interface Profile {
  /** Two-letter GEC code; `gm` is Germany, not The Gambia. */
  code: string;
  name: string;
  region: string;
  /** With the source's section and field names. */
  sections: Readonly<Record<string, Readonly<Record<string, readonly Fact[]>>>>;
}

const bar = " | ";
/** No markup or entities, single spaces, at most one bar. */
const line = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.refine((text) => text === text.trim() && !/<\/?[a-z]|&#?\w+;|[^\S ]| {2}/iu.test(text)),
  z.refine((text) => text.split("|").length <= 2),
);
const written = z.union([
  line,
  z.array(line).check(z.minLength(1)),
  z.strictObject({ list: z.array(line).check(z.minLength(1)), of: line }),
]);
type Written = z.infer<typeof written>;
const writtenField = z.union([written, z.record(z.string(), written)]);

const writtenProfile = z.strictObject({
  code: z.string().check(z.regex(/^[a-z]{2}$/)),
  name: line,
  region: line,
  sections: z.record(z.string(), z.record(z.string(), writtenField)),
});

/** Relative to the repository's root. */
export const factsFile = "src/retrieval/libraries/factbook/facts.jsonl";

/** Ordered by code. */
export async function readFacts(root = repositoryRoot): Promise<Profile[]> {
  return (await readFile(join(root, factsFile), "utf8")).trim().split("\n").map(parseProfile);
}

export function parseProfile(json: string): Profile {
  const { sections, ...place } = writtenProfile.parse(JSON.parse(json));
  return { ...place, sections: mapValues(sections, (fields) => mapValues(fields, parseField)) };
}

export function writeProfile({ sections, ...place }: Profile): string {
  const lines = mapValues(sections, (fields) => mapValues(fields, writeField));
  return JSON.stringify(writtenProfile.parse({ ...place, sections: lines }));
}

function parseField(field: z.infer<typeof writtenField>): Fact[] {
  if (isWritten(field)) return [parseFact("", field)];
  const { of, ...parts } = field;
  const year = typeof of === "string" ? ofYear(of) : {};
  return Object.entries(parts).map(([part, value]) => ({ ...year, ...parseFact(part, value) }));
}

function isWritten(field: z.infer<typeof writtenField>): field is Written {
  return typeof field === "string" || Array.isArray(field) || "list" in field;
}

function parseFact(part: string, value: Written): Fact {
  if (typeof value === "string" || Array.isArray(value)) {
    const rows = [value].flat().map(parted);
    const [first] = rows;
    if (rows.some(([, of]) => of?.startsWith("since "))) {
      const holders = rows.map(([name, of]) => (of ? { name, since: of.slice(6) } : { name }));
      return { part, values: [], holders };
    }
    return { part, values: rows.map(([text]) => text), ...ofYear(first?.[1]) };
  }
  return { part, values: value.list, ...ofYear(value.of) };
}

function parted(text: string): [string, string?] {
  const at = text.lastIndexOf(bar);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + bar.length)];
}

function ofYear(of: string | undefined): Pick<Fact, "year" | "estimate"> {
  if (of === undefined) return {};
  return of.endsWith(" est.") ? { year: of.slice(0, -5), estimate: true } : { year: of };
}

function writeField(facts: readonly Fact[]): z.infer<typeof writtenField> {
  const [only] = facts;
  if (only && facts.length === 1 && only.part === "") return writeFact(only);
  const years = new Set(facts.map(yearOf));
  const [of] = years;
  if (years.size !== 1 || !of) {
    return Object.fromEntries(facts.map((fact) => [fact.part, writeFact(fact)]));
  }
  const bare = facts.map(({ part, values }) => [part, writeFact({ part, values })]);
  return { of, ...Object.fromEntries(bare) };
}

function yearOf({ year, estimate }: Fact): string | undefined {
  return year && (estimate ? `${year} est.` : year);
}

function writeFact(fact: Fact): Written {
  const { values, holders } = fact;
  if (holders) {
    const rows = holders.map(({ name, since }) => (since ? `${name}${bar}since ${since}` : name));
    const [first = "", second] = rows;
    return second === undefined ? first : rows;
  }
  const [only = ""] = values;
  const of = yearOf(fact);
  if (values.length === 1) return of ? `${only}${bar}${of}` : only;
  return of ? { list: [...values], of } : [...values];
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
