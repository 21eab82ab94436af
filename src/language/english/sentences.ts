/** Doubtful ends do not split, and no text is lost. */

const end = /(?<=[.!?]["”]?) (?=["“(\p{Lu}\p{N}])/gu;
/** Abbreviations: "St. Nazaire", "J. Smith", "Washington, D.C.". */
const shortForm = /(?:^|[\s.(])\p{Lu}\p{Ll}{0,2}\.$/u;
const longestShortForm = 5;
/** "Coastline: 68.5 km" always begins a sentence. */
const label = /^\p{Lu}[^.,;:()]{2,60}: /u;
const longestLabel = 64;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let counted = 0;
  let open = 0;
  for (const { index } of text.matchAll(end)) {
    open += opened(text.slice(counted, index));
    counted = index;
    const last = text.slice(Math.max(from, index - longestShortForm), index);
    const next = text.slice(index + 1, index + 1 + longestLabel);
    if ((shortForm.test(last) && !label.test(next)) || open > 0) continue;
    sentences.push(text.slice(from, index));
    from = index + 1;
    open = 0;
  }
  sentences.push(text.slice(from));
  return sentences.filter((sentence) => sentence.trim() !== "");
}

function opened(text: string): number {
  return (text.match(/\(/gu)?.length ?? 0) - (text.match(/\)/gu)?.length ?? 0);
}
