/** Parses the summary: a short answer, and a text with [n] marks. Never throws. */

export interface ParsedSummary {
  short: string;
  text: string;
  /** Numbers of the steps cited in the text, in order, each once; only 1…steps. */
  marks: number[];
  resolution: "clean" | "repaired" | "fell-back";
  detail: string;
}

const maxSummaryCharacters = 2000;

/** `Answer: …` on one line, then the reasoning. `fallback` is what the path itself says. */
export function parseSummary(output: string, steps: number, fallback: string): ParsedSummary {
  const text = output.trim().slice(0, maxSummaryCharacters);
  if (text === "") return fellBack(fallback, "an empty summary");
  const match = /^[\s*#]*(?:final\s+answer|answer|final)[\s*]*:[\s*]*(.+)$/imu.exec(text);
  const marks = marksIn(text, steps);
  if (match === null) {
    const first = text.split(/(?<=[.!?])\s|\n/u)[0] ?? text;
    return {
      short: stripMarks(first),
      text,
      marks,
      resolution: "repaired",
      detail: "no Answer line",
    };
  }
  const short = stripMarks(match[1] ?? "");
  if (short === "") return fellBack(fallback, "an empty answer");
  const rest = text.replace(match[0], "").trim();
  return {
    short,
    text: rest === "" ? (match[1] ?? "").trim() : rest,
    marks,
    resolution: "clean",
    detail: "",
  };
}

function fellBack(fallback: string, detail: string): ParsedSummary {
  return { short: fallback, text: fallback, marks: [], resolution: "fell-back", detail };
}

function marksIn(text: string, steps: number): number[] {
  const found = [...text.matchAll(/\[(\d{1,2})\]/gu)].map((match) => Number(match[1]));
  return [...new Set(found)].filter((mark) => mark >= 1 && mark <= steps);
}

function stripMarks(text: string): string {
  return text
    .replace(/\s*\[\d{1,2}\]/gu, "")
    .replace(/\*\*/gu, "")
    .replace(/[.\s]+$/u, "")
    .trim();
}
