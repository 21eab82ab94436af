/**
 * The last question or answer of an output that is still streaming, without its markers (`[Query
 * 1]:`, `U1:`, JSON braces).
 */

type Form = "steps" | "words";

/** Shown until there is readable text. */
export const nothingYet = "…";

const mark =
  /(?:^|[\s>*#[\]-])(?:\[\s*)?(unsolved\s+query|query|q|u|answer|a|claim|final(?:\s+(?:content|answer))?)\s*\d{0,2}\s*(?:\]\s*:?|(?<=\d)\s*:|(?<=[a-z]{3})\s*:)/giu;
const jsonField = /"(?:query|question|claim|final|answer)"\s*:\s*"((?:[^"\\]|\\.)*)/gu;
const looksLikeJson = /^\s*(?:```\w*\s*)?[[{]\s*(?:["{[]|$)/u;
/** For example `[Fin`, `U1`, `A`, `Q`, or `l Content]`. */
const brokenMark =
  /(?:^|\n)\s*(?:\[[^\]\n]*|[QUA]\d{0,2}|(?:query|answer|final|unsolved)[\w ]*)$/iu;

/** Longer than any step, but cheap to parse at every token. */
const readAtMost = 2000;

export function streamedWords(output: string, form: Form): string {
  const words = looksLikeJson.test(output)
    ? lastField(output)
    : lastMarked(output.slice(-readAtMost), form);
  return words === "" ? nothingYet : words;
}

function lastField(output: string): string {
  const fields = [...output.matchAll(jsonField)].map(([, value = ""]) =>
    plain(value.slice(0, readAtMost)),
  );
  return fields.findLast((value) => value !== "") ?? "";
}

function lastMarked(output: string, form: Form): string {
  const marks = [...output.matchAll(mark)];
  if (marks.length === 0) return form === "steps" ? "" : plain(output.replace(brokenMark, ""));
  const parts = marks.map(({ index, 0: { length }, 1: name = "" }, place) => ({
    isQuestion: /^(?:unsolved|query|q|u|claim)/iu.test(name),
    words: plain(
      output
        .slice(index + length, marks[place + 1]?.index ?? output.length)
        .replace(brokenMark, ""),
    ),
  }));
  const wanted = parts.filter(({ isQuestion }) => form === "words" || isQuestion);
  return wanted.findLast(({ words }) => words !== "")?.words ?? "";
}

function plain(words: string): string {
  return words
    .replace(/\\[nrt]/gu, " ")
    .replace(/\\(["\\])/gu, "$1")
    .replace(/^[\s\]:*`>#-]+|[\s[*`]+$/gu, "")
    .replace(/\s+/gu, " ");
}
