/** The sentences of a passage, each a fact to be read by itself. */
import { sentencesOf } from "../../../language/english/sentences.ts";

/** Nothing is lost but the entry's name in front ("France: Airports: …"), which is told above it. */
export function factsOf(text: string, entry: string): string[] {
  return sentencesOf(withoutEntry(text, entry));
}

/** Room for an article: "The Gambia: …" is of the entry "Gambia". */
const longestArticle = 4;

function withoutEntry(text: string, entry: string): string {
  const colon = text.indexOf(": ");
  const named = text.slice(0, Math.max(0, colon));
  const isName = named.endsWith(entry) && named.length <= entry.length + longestArticle;
  return isName ? text.slice(colon + 2) : text;
}
