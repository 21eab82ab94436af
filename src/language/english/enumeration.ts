/** Recognises lists: "Greece 472 km, Macedonia 162 km and Romania 605 km". */

/** A name may have small words inside and a size after it. */
const word = String.raw`(?:d['’])?\p{Lu}[\p{L}\p{M}'’-]*`;
const name = String.raw`${word}(?:\s(?:(?:of|the|and|de|la|du|da|do)\s){0,2}${word})*`;
const note = String.raw`(?:\s\([^()]*\))?`;
const size = String.raw`(?:\s\d[\d,.]*(?:\s?(?:%|[\p{L}²³]+))?)?`;
const item = `${name}${note}${size}${note}`;
const between = String.raw`(?:[,;]\s(?:and\s|or\s)?|\sand\s)`;
const list = new RegExp(`${item}(?:${between}(?:the\\s)?${item})+`, "gu");

export function asksForSeveral(query: string): boolean {
  return plural.test(query);
}

const noun = String.raw`(?!does\b|\p{Ll}*(?:ss|us|is)\b)\p{Ll}{3,}s\b`;
/** In "Which country borders Mali?" the second word is a verb: after two words one must follow. */
const plural = new RegExp(
  String.raw`^(?:(?:[Ww]ith|[IiOo]n|[Tt]o|[Ff]rom|[Oo]f)\s)?(?:[Ww]hich|[Ww]hat)\s(?:${noun}|\p{Ll}+\s${noun}\s(?:are|were|do|does|did|has|have|had|can)\b)`,
  "u",
);

/** A reader often marks only the first names; `part` itself if it is in no list. */
export function wholeList(whole: string, part: string): string {
  const place = part === "" ? -1 : whole.indexOf(part);
  if (place < 0) return part;
  // Each name starts a search, so the distance is limited.
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

/** "Between Sudmark and Tarn" says where a place lies; a list with both says what it touches. */
function holdsAll(long: string, short: string): boolean {
  const names = new Set(namesIn(long));
  return namesIn(short).every((one) => names.has(one));
}

/** In characters on either side; passages are shorter. */
const maxAround = 2000;

export function namesIn(text: string): string[] {
  const parts = text.split(/[,;]\s(?:and\s|or\s)?/u);
  // "Bosnia and Herzegovina 932 km" is one name: with sizes, only commas separate.
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
