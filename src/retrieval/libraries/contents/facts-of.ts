import { sentencesOf } from "../../../language/english/sentences.ts";

/** Drops the leading name of the entry, which is shown above. */
export function factsOf(text: string, entry: string): string[] {
  return sentencesOf(withoutEntry(text, entry));
}

/** Allows an article: "The Gambia: …" belongs to the entry "Gambia". */
const longestArticle = 4;

function withoutEntry(text: string, entry: string): string {
  const colon = text.indexOf(": ");
  const named = text.slice(0, Math.max(0, colon));
  const isName = named.endsWith(entry) && named.length <= entry.length + longestArticle;
  return isName ? text.slice(colon + 2) : text;
}
