import * as z from "zod/mini";
import { type AnswerAsked, bareAnswer } from "./bare-answer.ts";
import { isQueryLine } from "./chain.ts";
import { firstSentence } from "./first-sentence.ts";
import { looksLikeJson, readJson } from "./json.ts";
import type { Resolved } from "./resolution.ts";

export interface ParsedSummary extends Resolved {
  short: string;
  text: string;
}

export interface SummaryAsked extends AnswerAsked {
  /** The path's own answer. */
  fallback: string;
  isEcho: (value: string) => boolean;
}

const maxSummaryCharacters = 2000;
const mark = /\[\d{1,2}\]/u;
const notConcluded = "a query in place of an answer";

const jsonSummary = z.object({
  reasoning: z.nullish(z.string()),
  answer: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
});

/**
 * Accepts JSON with `answer` and `reasoning`, or `Answer: …` on one line with the reasoning after
 * it.
 */
export function parseSummary(output: string, asked: SummaryAsked): ParsedSummary {
  const json = readJson(output, jsonSummary);
  if (json === null) {
    if (looksLikeJson(output)) return fellBack(asked.fallback, "JSON without an answer");
    return parseLines(output, asked);
  }
  const { answer, reasoning } = json.value;
  const said = spoken(answer).slice(0, maxSummaryCharacters);
  if (said === "") return fellBack(asked.fallback, "an empty answer");
  if (asked.isEcho(said)) return fellBack(asked.fallback, "the prompt's own words");
  if (isQueryLine(said)) return fellBack(asked.fallback, notConcluded);
  const short = bareAnswer(said, asked);
  const why = apart((reasoning ?? "").trim().slice(0, maxSummaryCharacters));
  const text = why === "" || asked.isEcho(why) ? said : cited(said, why);
  return json.mended
    ? { short, text, resolution: "repaired", detail: "JSON mended" }
    : { short, text, resolution: "clean", detail: "" };
}

function spoken(answer: string | number | boolean | null): string {
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  return answer === null ? "" : String(answer).trim();
}

function parseLines(output: string, asked: SummaryAsked): ParsedSummary {
  const { fallback } = asked;
  const text = apart(output.trim().slice(0, maxSummaryCharacters));
  if (text === "") return fellBack(fallback, "an empty summary");
  const match = /^[\s*#]*(?:final\s+answer|answer|final)[\s*]*:[\s*]*(.+)$/imu.exec(text);
  if (match === null) {
    const first = firstSentence(text);
    if (isQueryLine(first)) return fellBack(fallback, notConcluded);
    if (asked.isEcho(first)) return fellBack(fallback, "the prompt's own words");
    const short = bareAnswer(first, asked);
    return { short, text, resolution: "repaired", detail: "no Answer line" };
  }
  const line = (match[1] ?? "").trim();
  const short = bareAnswer(line, asked);
  if (short === "") return fellBack(fallback, "an empty answer");
  if (isQueryLine(short)) return fellBack(fallback, notConcluded);
  if (asked.isEcho(short)) return fellBack(fallback, "the prompt's own words");
  const rest = text.replace(match[0], "").trim();
  return { short, text: cited(line, rest), resolution: "clean", detail: "" };
}

function fellBack(fallback: string, detail: string): ParsedSummary {
  return { short: fallback, text: fallback, resolution: "fell-back", detail };
}

function cited(line: string, rest: string): string {
  if (rest === "") return line;
  if (!mark.test(line) || mark.test(rest)) return rest;
  return `${line.replace(/\.$/u, "")}. ${rest}`;
}

/** "[1, 2]" as "[1][2]". */
function apart(text: string): string {
  return text.replace(/\[(\d{1,2}(?:\s*[,;]\s*\d{1,2})+)\]/gu, (_all, numbers: string) =>
    numbers
      .split(/[,;]/u)
      .map((number) => `[${number.trim()}]`)
      .join(""),
  );
}
