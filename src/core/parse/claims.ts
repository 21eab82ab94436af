/**
 * Parses SlimPLM's rewriting of a question and its heuristic answer: `Query: words` lines
 * for the question, then `Claim: sentence | words` lines for the answer. Takes any text,
 * never throws.
 */
import { type Resolved, resolved } from "./resolution.ts";

export interface Claim {
  /** A sentence that stands on its own. */
  text: string;
  /** The words to check it with. */
  query: string;
}

export interface ParsedClaims extends Resolved {
  queries: string[];
  claims: Claim[];
}

/** Bounds on what a damaged output can do to a run. */
export const maxClaimLines = 12;
const maxFieldCharacters = 300;

const tagged = /^[\s>*#-]*(?:\d{1,2}[.)]\s*)?\**(query|claim)\s*\d{0,2}\s*\**:[\s*]*(.*)$/iu;

/** Without a line that can be used, the queries are the question itself. */
export function parseClaims(output: string, question: string): ParsedClaims {
  const parsed: ParsedClaims = { queries: [], claims: [], ...resolved([]) };
  const faults: string[] = [];
  for (const raw of output.split(/\r?\n/u).slice(0, 200)) {
    if (raw.trim() === "") continue;
    const fault = addLine(parsed, raw.slice(0, 2000));
    if (fault !== null) faults.push(fault);
  }
  if (parsed.queries.length === 0 && parsed.claims.length === 0) {
    return { queries: [question], claims: [], resolution: "fell-back", detail: "no query found" };
  }
  return { ...parsed, ...resolved(faults) };
}

/** What is wrong with the line, or null; it is used as far as it can be. */
function addLine({ queries, claims }: ParsedClaims, raw: string): string | null {
  const match = tagged.exec(raw);
  if (match === null) return "untagged lines";
  if (queries.length + claims.length >= maxClaimLines) return "too many lines";
  const [text = "", words = ""] = (match[2] ?? "").split("|").map(field);
  if (text === "") return "an empty line";
  if ((match[1] ?? "").toLowerCase() === "query") {
    if (queries.includes(text)) return "a repeated query";
    queries.push(text);
    return null;
  }
  if (claims.some((claim) => claim.text === text)) return "a repeated claim";
  claims.push({ text, query: words === "" ? text : words });
  return words === "" ? "a claim without its query" : null;
}

function field(text: string): string {
  return text.trim().slice(0, maxFieldCharacters).trim();
}
