/**
 * Reads RA-ISF's parts: JSON with `questions`, or `1. question` lines. Takes any text, never
 * throws.
 */
import * as z from "zod/mini";
import { isEmpty, normalise } from "../../language/normalise.ts";
import { readJson } from "./json.ts";
import { type Resolved, resolved } from "./resolution.ts";

export interface ParsedDecomposition extends Resolved {
  questions: string[];
}

/** Limits what a broken output can do to a run. */
export const maxSubQuestions = 6;
const maxQuestionCharacters = 400;

const numbered = /^[\s>*]*\d{1,2}[.):](?!\d)/u;
const marksBefore = /^[\s*]+/u;
const marked = /^\s*[-–•*"'“]+\s*/u;

const jsonQuestions = z.object({ questions: z.array(z.string()) });

/** Unusable output means no parts, as in RA-ISF. `isEcho` recognises the prompt's own words. */
export function parseDecomposition(
  output: string,
  isEcho: (value: string) => boolean = () => false,
): ParsedDecomposition {
  const json = readJson(output, jsonQuestions);
  const numberedLines = json?.value.questions.map(
    (question, index) => `${index + 1}. ${question.replace(/\s+/gu, " ")}`,
  );
  const questions: string[] = [];
  const faults = json?.mended === true ? ["JSON mended"] : [];
  const seen = new Set<string>();
  for (const raw of (numberedLines?.join("\n") ?? output).split(/\r?\n/u).slice(0, 200)) {
    if (raw.trim() === "") continue;
    const { text, fault } = readLine(raw.slice(0, 2000));
    if (fault !== null) faults.push(fault);
    if (text === null) continue;
    if (isEmpty(text)) faults.push("an empty question");
    else if (seen.has(normalise(text))) faults.push("a repeated question");
    else if (isEcho(text)) faults.push("the prompt's own words left out");
    else if (questions.length >= maxSubQuestions) faults.push("too many questions");
    else {
      seen.add(normalise(text));
      questions.push(text);
    }
  }
  if (questions.length === 0) {
    return { questions, resolution: "fell-back", detail: "no sub-question found" };
  }
  return { questions, ...resolved(faults) };
}

/** Null for lines such as "Certainly, here they are:". */
function readLine(line: string): { text: string | null; fault: string | null } {
  const match = numbered.exec(line);
  if (match !== null) {
    return { text: clean(line.slice(match[0].length).replace(marksBefore, "")), fault: null };
  }
  const bare = clean(line.replace(marked, "").replace(/(?<!["'”,\]\s])["'”,\]\s]+$/u, ""));
  return { text: bare.endsWith("?") ? bare : null, fault: "lines without a number" };
}

function clean(text: string): string {
  return text.slice(0, maxQuestionCharacters).replace(/\*\*/gu, "").trim();
}
