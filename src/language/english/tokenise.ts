/** Tokens are the same in page, worker and Node. */
import { withoutStrokes } from "../normalise.ts";

/** Questions are full of these; dropping them is faster and no worse. */
const stopWords = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have how i if in into is it its " +
    "me of on or our s so t than that the their them then there these they this those to was we were what when " +
    "where which who whom whose why will with would you your"
  ).split(" "),
);

/** "Côte d'Ivoire" → "cote d'ivoire". */
export function fold(text: string): string {
  return withoutStrokes(text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
}

/** Drops possessive 's; "45,228" is one number. */
export function tokenise(text: string): string[] {
  return fold(text)
    .replace(/['\u2019]s\b/g, "")
    .replace(/(\d),(?=\d{3})/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export function term(token: string): string | null {
  return stopWords.has(token) ? null : singular(token);
}

function singular(token: string): string {
  if (token.length < 4 || !token.endsWith("s") || /(ss|us|is)$/.test(token)) return token;
  if (token.endsWith("ies") && token.length > 4) return `${token.slice(0, -3)}y`;
  return token.slice(0, -1);
}
