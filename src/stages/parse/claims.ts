/**
 * Reads SlimPLM's rewriting: JSON with `queries` and `claims`, or `Query: words` and `Claim:
 * sentence | words` lines; a last `| no` is NeedSearch(False). Takes any text, never throws.
 */
import * as z from "zod/mini";
import type { Language } from "../../language/language.ts";
import { readJson } from "./json.ts";
import { type Resolved, resolved } from "./resolution.ts";

interface Wanted {
  query: string;
  /** NeedSearch; true if not stated. */
  search: boolean;
}

export interface Claim extends Wanted {
  /** A self-contained sentence. */
  text: string;
}

export interface ParsedClaims extends Resolved {
  queries: Wanted[];
  claims: Claim[];
}

/** Limits what a broken output can do to a run. */
export const maxClaimLines = 12;
const maxFieldCharacters = 300;

const tagged = /^[\s>*#-]*(?:\d{1,2}[.)]\s*\**)?(query|claim)(?:\s*\d{1,2})?\s*\**:/iu;
const marksBefore = /^[\s*]+/u;

const jsonClaims = z.object({
  queries: z.array(z.string()),
  claims: z.array(z.object({ claim: z.string(), search: z.string(), known: z.boolean() })),
});

/** Null if not JSON. */
function jsonLines(output: string): { lines: string; mended: boolean } | null {
  const json = readJson(output, jsonClaims);
  if (json === null) return null;
  const inLine = (text: string) => text.replace(/[\r\n|]+/gu, " ").trim();
  const lines = [
    ...json.value.queries.map((query) => `Query: ${inLine(query)}`),
    ...json.value.claims.map(({ claim, search, known }) =>
      [`Claim: ${inLine(claim)}`, inLine(search), ...(known ? ["no"] : [])].join(" | "),
    ),
  ];
  return { lines: lines.join("\n"), mended: json.mended };
}

/** `isEcho` recognises the prompt's own words. */
export function parseClaims(
  output: string,
  language: Language,
  isEcho: (value: string) => boolean = () => false,
): ParsedClaims {
  const json = jsonLines(output);
  const all = linesOf(
    json?.lines ?? output,
    language,
    json?.mended === true ? ["JSON mended"] : [],
  );
  const queries = all.queries.filter(({ query }) => !isEcho(query));
  const claims = all.claims.filter(({ text }) => !isEcho(text));
  if (queries.length + claims.length === all.queries.length + all.claims.length) return all;
  const detail = "the prompt's own words left out";
  const resolution = queries.length + claims.length === 0 ? "fell-back" : "repaired";
  return { queries, claims, resolution, detail };
}

function linesOf(output: string, language: Language, before: readonly string[]): ParsedClaims {
  const parsed: ParsedClaims = { queries: [], claims: [], ...resolved([]) };
  const faults = [...before];
  for (const raw of output.split(/\r?\n/u).slice(0, 200)) {
    if (raw.trim() === "") continue;
    const fault = addLine(parsed, raw.slice(0, 2000), language);
    if (fault !== null) faults.push(fault);
  }
  if (parsed.queries.length === 0 && parsed.claims.length === 0) {
    return { ...parsed, resolution: "fell-back", detail: "no query found" };
  }
  return { ...parsed, ...resolved(faults) };
}

/** Returns the line's fault, or null. */
function addLine(
  { queries, claims }: ParsedClaims,
  raw: string,
  { isTrue }: Language,
): string | null {
  const match = tagged.exec(raw);
  if (match === null) return "untagged lines";
  if (queries.length + claims.length >= maxClaimLines) return "too many lines";
  const fields = raw.slice(match[0].length).replace(marksBefore, "").split("|").map(field);
  const needsSearch = fields.length > 1 ? isTrue(fields.at(-1) ?? "") : null;
  const [text = "", words = ""] = needsSearch === null ? fields : fields.slice(0, -1);
  const search = needsSearch ?? true;
  if (text === "") return "an empty line";
  if ((match[1] ?? "").toLowerCase() === "query") {
    if (queries.some(({ query }) => query === text)) return "a repeated query";
    queries.push({ query: text, search });
    return null;
  }
  if (claims.some((claim) => claim.text === text)) return "a repeated claim";
  claims.push({ text, query: words === "" ? text : words, search });
  return words === "" ? "a claim without its query" : null;
}

function field(text: string): string {
  return text.trim().slice(0, maxFieldCharacters).trim();
}
