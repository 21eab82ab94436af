/**
 * Parses SlimPLM's rewriting of a question and its heuristic answer: `Query: words` lines
 * for the question, then `Claim: sentence | words` lines for the answer. A last `| no`
 * is NeedSearch(False): common knowledge. Takes any text, never throws.
 */
import type { Language } from "../../language/language.ts";
import { type Resolved, resolved } from "./resolution.ts";

interface Wanted {
  /** The words to search for. */
  query: string;
  /** NeedSearch; true where the writer does not say. */
  search: boolean;
}

export interface Claim extends Wanted {
  /** A sentence that stands on its own. */
  text: string;
}

export interface ParsedClaims extends Resolved {
  queries: Wanted[];
  claims: Claim[];
}

/** Bounds on what a damaged output can do to a run. */
export const maxClaimLines = 12;
const maxFieldCharacters = 300;

const tagged = /^[\s>*#-]*(?:\d{1,2}[.)]\s*\**)?(query|claim)(?:\s*\d{1,2})?\s*\**:/iu;
const marksBefore = /^[\s*]+/u;

/** Without a line that can be used there are neither queries nor claims. */
export function parseClaims(output: string, language: Language): ParsedClaims {
  const parsed: ParsedClaims = { queries: [], claims: [], ...resolved([]) };
  const faults: string[] = [];
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

/** What is wrong with the line, or null; it is used as far as it can be. */
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
