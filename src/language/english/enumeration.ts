/** Lists of names: "Greece 472 km, Macedonia 162 km and Romania 605 km". */

/** A name; small words may stand inside it, what it measures behind it. */
const word = String.raw`(?:d['’])?\p{Lu}[\p{L}\p{M}'’-]*`;
const name = String.raw`${word}(?:\s(?:(?:of|the|and|de|la|du|da|do)\s){0,2}${word})*`;
const note = String.raw`(?:\s\([^()]*\))?`;
const size = String.raw`(?:\s\d[\d,.]*(?:\s?(?:%|[\p{L}²³]+))?)?`;
const item = `${name}${note}${size}${note}`;
const between = String.raw`(?:[,;]\s(?:and\s|or\s)?|\sand\s)`;
const list = new RegExp(`${item}(?:${between}(?:the\\s)?${item})+`, "gu");

/** "Which countries border Mali?", "With which countries …?": more than one thing may be the answer. */
export function asksForSeveral(query: string): boolean {
  return plural.test(query);
}

const noun = String.raw`(?!does\b|\p{Ll}*(?:ss|us|is)\b)\p{Ll}{3,}s\b`;
/** Of "Which country borders Mali?" the second word is no noun: behind two words a verb must follow. */
const plural = new RegExp(
  String.raw`^(?:(?:[Ww]ith|[IiOo]n|[Tt]o|[Ff]rom|[Oo]f)\s)?(?:[Ww]hich|[Ww]hat)\s(?:${noun}|\p{Ll}+\s${noun}\s(?:are|were|do|does|did|has|have|had|can)\b)`,
  "u",
);

/**
 * The whole list that `part` is cut from: a reader marks one span, and often only its first
 * names. `part` itself where it stands in no list of the text.
 */
export function wholeList(whole: string, part: string): string {
  const place = part === "" ? -1 : whole.indexOf(part);
  if (place < 0) return part;
  // Lists are looked for from each name on; no list is longer than this before or behind a part of it.
  const cutAt = Math.max(0, place - maxAround);
  const text = whole.slice(cutAt, place + part.length + maxAround);
  const from = place - cutAt;
  const to = from + part.length;
  const lists = [...text.matchAll(list)];
  const around = lists.find(({ index, 0: found }) => index <= from && to <= index + found.length);
  if (around === undefined) return part;
  const match = around[0];
  if (!/\bbetween (?:the )?$/u.test(text.slice(0, around.index))) return match;
  return lists.find(([other]) => other !== match && holdsAll(other, match))?.[0] ?? match;
}

/** "Between Sudmark and Tarn" says where a place lies; a list that has both, and more, says what it touches. */
function holdsAll(long: string, short: string): boolean {
  const names = new Set(namesIn(long));
  return namesIn(short).every((one) => names.has(one));
}

/** Characters of a text that are read before the part, and behind it; passages have fewer. */
const maxAround = 2000;

/** The names of a list, without what they measure: ["Greece", "Macedonia", "Romania"]. */
export function namesIn(text: string): string[] {
  const parts = text.split(/[,;]\s(?:and\s|or\s)?/u);
  // "Bosnia and Herzegovina 932 km" is one name: where names have sizes, commas part them.
  const isSized = parts.length > 1 && /\d/u.test(text);
  return (isSized ? parts : parts.flatMap((one) => one.split(/\sand\s/u)))
    .map((one) =>
      one
        .replace(/\([^()]*\)/gu, " ")
        .replace(/\s\d.*$/su, "")
        .replace(/^the\s/u, "")
        .trim(),
    )
    .filter((one) => one !== "");
}
