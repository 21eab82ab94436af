/** The sentences of a passage, each a fact to be read by itself. */

const sentenceEnd = /(?<=[.!?]["”]?) (?=["“(\p{Lu}\p{N}])/gu;
/** "St. Nazaire", "J. Smith", "Washington, D.C.": the full stop may end a short form and no sentence. */
const shortForm = /(?:^|[\s.(])\p{Lu}\p{Ll}{0,2}\.$/u;
/** With what stands before it. */
const longestShortForm = 5;
/** "Coastline: 68.5 km": what begins so is a fact of its own, whatever stands before it. */
const longestLabel = 64;
const label = /^\p{Lu}[^.,;:()]{2,60}: /u;

/**
 * Nothing is lost but the entry's name in front ("France: Airports: …"), which is told above it.
 * What may be one sentence stays one.
 */
export function factsOf(text: string, entry: string): string[] {
  const own = withoutEntry(text, entry);
  const facts: string[] = [];
  let from = 0;
  let counted = 0;
  let open = 0;
  for (const { index } of own.matchAll(sentenceEnd)) {
    open += opened(own.slice(counted, index));
    counted = index;
    const last = own.slice(Math.max(from, index - longestShortForm), index);
    const next = own.slice(index + 1, index + 1 + longestLabel);
    if ((shortForm.test(last) && !label.test(next)) || open > 0) continue;
    facts.push(own.slice(from, index));
    from = index + 1;
    open = 0;
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

/** How many more brackets a text opens than it closes. */
function opened(text: string): number {
  return (text.match(/\(/gu)?.length ?? 0) - (text.match(/\)/gu)?.length ?? 0);
}
