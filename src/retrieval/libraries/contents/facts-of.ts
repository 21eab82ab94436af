/** The sentences of a passage, each a fact to be read by itself. */

const sentenceEnd = /(?<=[.!?]["”]?) (?=["“(\p{Lu}\p{N}])/gu;
/** "St. Nazaire", "J. Smith", "Washington, D.C.": the full stop may end a short form and no sentence. */
const shortForm = /(?:^|[\s.(])\p{Lu}\p{Ll}{0,2}\.$/u;
/** "Coastline: 68.5 km": what begins so is a fact of its own, whatever stands before it. */
const label = /^\p{Lu}[^.,;:()]{2,60}: /u;

/**
 * Nothing is lost but the entry's name in front ("France: Airports: …"), which is told above it.
 * What may be one sentence stays one.
 */
export function factsOf(text: string, entry: string): string[] {
  const own = withoutEntry(text, entry);
  const facts: string[] = [];
  let from = 0;
  for (const { index } of own.matchAll(sentenceEnd)) {
    const before = own.slice(from, index);
    const isEnd = !shortForm.test(before) || label.test(own.slice(index + 1));
    if (!isEnd || isOpen(before)) continue;
    facts.push(before);
    from = index + 1;
  }
  facts.push(own.slice(from));
  return facts.filter((fact) => fact.trim() !== "");
}

/** Room for an article: "The Gambia: …" is of the entry "Gambia". */
const longestArticle = 4;

function withoutEntry(text: string, entry: string): string {
  const colon = text.indexOf(": ");
  const named = text.slice(0, Math.max(0, colon));
  const isName = named.endsWith(entry) && named.length <= entry.length + longestArticle;
  return isName ? text.slice(colon + 2) : text;
}

/** Within brackets. */
function isOpen(text: string): boolean {
  return (text.match(/\(/gu)?.length ?? 0) > (text.match(/\)/gu)?.length ?? 0);
}
