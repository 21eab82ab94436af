/** Parses the summary: a short answer, and a text with [n] marks. Never throws. */
import { isQueryLine } from "./chain.ts";
import type { Resolved } from "./resolution.ts";

export interface ParsedSummary extends Resolved {
  short: string;
  text: string;
}

const maxSummaryCharacters = 2000;
const mark = /\[\d{1,2}\]/u;
const notConcluded = "a query in place of an answer";

/** `Answer: …` on one line, then the reasoning. `fallback` is what the path itself says. */
export function parseSummary(output: string, fallback: string): ParsedSummary {
  const text = apart(output.trim().slice(0, maxSummaryCharacters));
  if (text === "") return fellBack(fallback, "an empty summary");
  const match = /^[\s*#]*(?:final\s+answer|answer|final)[\s*]*:[\s*]*(.+)$/imu.exec(text);
  if (match === null) {
    const first = text.split(/(?<=[.!?])\s|\n/u)[0] ?? text;
    if (isQueryLine(first)) return fellBack(fallback, notConcluded);
    return {
      short: stripMarks(first),
      text,
      resolution: "repaired",
      detail: "no Answer line",
    };
  }
  const short = stripMarks(match[1] ?? "");
  if (short === "") return fellBack(fallback, "an empty answer");
  if (isQueryLine(short)) return fellBack(fallback, notConcluded);
  const line = (match[1] ?? "").trim();
  const rest = text.replace(match[0], "").trim();
  return {
    short,
    text: cited(line, rest),
    resolution: "clean",
    detail: "",
  };
}

function fellBack(fallback: string, detail: string): ParsedSummary {
  return { short: fallback, text: fallback, resolution: "fell-back", detail };
}

/** The reasoning; with the answer before it where only the answer bears marks. */
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

function stripMarks(text: string): string {
  return text
    .replace(/(?<!\s)\s*\[\d{1,2}\]/gu, "")
    .replace(/\*\*/gu, "")
    .replace(/(?<![.\s])[.\s]+$/u, "")
    .trim();
}
