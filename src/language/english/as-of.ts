/** When a fact was so, where the sentence that states it says so itself. */
import type { AsOf } from "../language.ts";

const dated = /\((?:since ([^()]{4,40})|((?:19|20)\d\d(?:-\d\d)?)( est\.)?)\)/gu;
const sentenceEnd = /[.!?]"? +(?=["(\p{Lu}])/u;
/** "17 February (2008)" is a day and the year of it, not the year that a figure is of. */
const dayBefore =
  /(?:January|February|March|April|May|June|July|August|September|October|November|December) $/u;
const longestMonth = "September ".length;

/**
 * What follows the answer in its sentence: "President Emmanuel Macron (since 14 May 2017)",
 * "68,512,806 (2025 est.)". Null where the sentence names no date, or the text does not hold
 * the answer.
 */
export function asOf(text: string, answer: string): AsOf | null {
  const at = answer === "" ? -1 : text.indexOf(answer);
  if (at < 0) return null;
  const rest = text.slice(at + answer.length);
  const sentence = rest.slice(0, sentenceEnd.exec(rest)?.index ?? rest.length);
  for (const { 1: since, 2: year, 3: estimate, index } of sentence.matchAll(dated)) {
    if (since !== undefined) return { kind: "since", date: since };
    const here = at + answer.length + index;
    const isYearOfDay = dayBefore.test(text.slice(Math.max(0, here - longestMonth), here));
    if (year !== undefined && !isYearOfDay) {
      return { kind: "in", year, isEstimate: estimate !== undefined };
    }
  }
  return null;
}
