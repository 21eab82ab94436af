import type { AsOf } from "../language.ts";
import { sentencesOf } from "./sentences.ts";

const dated = /\((?:since ([^()]{4,40})|((?:19|20)\d\d(?:-\d\d)?)( est\.)?)\)/gu;
/** "17 February (2008)" is a day and its year, not the year of a figure. */
const dayBefore =
  /(?:January|February|March|April|May|June|July|August|September|October|November|December) $/u;
const longestMonth = "September ".length;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Takes the first sentence that holds the answer: "President Emmanuel Macron (since 14 May 2017)",
 * "68,512,806 (2025 est.)".
 */
export function asOf(text: string, answer: string): AsOf | null {
  if (answer === "") return null;
  for (const sentence of sentencesOf(text)) {
    const end = endOf(sentence, answer);
    if (end === null) continue;
    const date = dateAfter(sentence, end);
    // Figures are estimated, not names.
    const isOfFigure = date?.kind === "in" && date.isEstimate && !/\p{N}/u.test(answer);
    return isOfFigure ? null : date;
  }
  return null;
}

function endOf(sentence: string, answer: string): number | null {
  for (let at = sentence.indexOf(answer); at >= 0; at = sentence.indexOf(answer, at + 1)) {
    const end = at + answer.length;
    const [before, after] = [sentence.charAt(at - 1), sentence.charAt(end)];
    if (!letterOrDigit.test(before) && !letterOrDigit.test(after)) return end;
  }
  return null;
}

function dateAfter(sentence: string, end: number): AsOf | null {
  for (const { 0: all, 1: since, 2: year, 3: estimate, index } of sentence.matchAll(dated)) {
    if (index + all.length <= end) continue;
    if (since !== undefined) return { kind: "since", date: since };
    const isYearOfDay = dayBefore.test(sentence.slice(Math.max(0, index - longestMonth), index));
    if (year !== undefined && !isYearOfDay) {
      return { kind: "in", year, isEstimate: estimate !== undefined };
    }
  }
  return null;
}
