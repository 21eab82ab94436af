/** Splits an answer at its [n] marks. */
import type { Citation, RunEventOf } from "../../../../log/events.ts";

const leadingMarks = /^(?:\s*\[\d{1,2}\])+/u;

export function afterShort({ text, short, citations }: RunEventOf<"answer">): {
  marks: Citation[];
  rest: string;
} {
  if (short === "" || !text.startsWith(short)) return { marks: [], rest: text };
  const tail = text.slice(short.length);
  const [opening = ""] = leadingMarks.exec(tail) ?? [];
  const marks = splitMarks(opening, citations).filter((part) => typeof part !== "string");
  return { marks, rest: tail.slice(opening.length).replace(/^[.\s]+/u, "") };
}

/** Marks without a citation stay text: the model may write brackets itself. */
export function splitMarks(text: string, citations: readonly Citation[]): (string | Citation)[] {
  const parts: (string | Citation)[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?<!\s)\s*\[(\d{1,2})\]/gu)) {
    const citation = citations.find((one) => one.mark === Number(match[1]));
    if (citation === undefined) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(citation);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

export interface CitedWord {
  word: string;
  citation: Citation;
}

const lastWord = /\S{1,24}$/u;

export function withLastWords(parts: readonly (string | Citation)[]): (string | CitedWord)[] {
  return parts.flatMap((part, index): (string | CitedWord)[] => {
    if (typeof part === "string") {
      const isCited = typeof (parts[index + 1] ?? "") !== "string";
      return [isCited ? part.replace(lastWord, "") : part];
    }
    const before = parts[index - 1];
    const [word = ""] = (typeof before === "string" ? lastWord.exec(before) : null) ?? [];
    return [{ word, citation: part }];
  });
}

export function withoutMarksOf(
  answer: RunEventOf<"answer">,
  steps: ReadonlySet<string>,
): RunEventOf<"answer"> {
  const dropped = new Set(
    answer.citations.flatMap(({ node, mark }) => (steps.has(node) ? [mark] : [])),
  );
  if (dropped.size === 0) return answer;
  return {
    ...answer,
    text: answer.text.replace(/ ?\[(\d{1,2})\]/gu, (mark, digits: string) =>
      dropped.has(Number(digits)) ? "" : mark,
    ),
    citations: answer.citations.filter(({ mark }) => !dropped.has(mark)),
  };
}
