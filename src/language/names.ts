/**
 * Whether a text holds a name, in any language written in letters: whole words, not letters of
 * another word. What only one language knows (its endings, its longer names) is handed in.
 */
import { normalise } from "./normalise.ts";

/** One place by two names: as it is called today, and as a library may still call it. */
export type Alias = readonly [today: string, older: string];

export interface NameRules {
  /** Whether a word that begins with `base` and ends with `ending` is only another form of it. */
  isForm(base: string, ending: string): boolean;
  /** Other things' names that a name stands in ("Equatorial Guinea" of "Guinea"), both normalised. */
  longerThan(name: string): readonly string[];
  aliases: readonly Alias[];
}

/** In scripts that put no space between words, or join small words to them, any place will do. */
const letter = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
/** No ending of a word that is only another form of it has more letters. */
const longestEnding = 8;

/** "" is held by every text, as SearChain's test is printed. */
export function holdsName(text: string, name: string, rules: NameRules): boolean {
  // "Guinea-Bissau" is two words to some and one to others.
  return [normalise, splitHyphens].some((form) => {
    const [whole, part] = [canonical(text, form, rules), canonical(name, form, rules)];
    return part === "" || holdsNormalised(whole, part, rules);
  });
}

/** The same for texts that are normalised already; "" is held by none. */
export function holdsNormalised(whole: string, part: string, rules: NameRules): boolean {
  return placesOf(whole, part, rules).some(({ longer }) => !longer);
}

/** The name is there, but only within names of other things: "Guinea" in "Equatorial Guinea". */
export function isOnlyWithinOthers(text: string, name: string, rules: NameRules): boolean {
  const [whole, part] = [
    canonical(text, splitHyphens, rules),
    canonical(name, splitHyphens, rules),
  ];
  const places = placesOf(whole, part, rules);
  return places.length > 0 && places.every(({ longer }) => longer);
}

/** Today's names replaced by the older ones, the text normalised. */
export function canonical(
  text: string,
  form: (text: string) => string,
  { aliases }: Pick<NameRules, "aliases">,
): string {
  const padded = aliases.reduce(
    (all, [today, older]) => {
      const [from, to] = [` ${form(today)} `, ` ${form(older)} `];
      // "North Macedonia" must not become "North North Macedonia".
      return all.replaceAll(to, from).replaceAll(from, to);
    },
    ` ${form(text)} `,
  );
  return padded.slice(1, -1);
}

/** Hyphens and dashes part words. */
export function splitHyphens(text: string): string {
  return normalise(text.replace(/\p{Pd}/gu, " "));
}

/** Where the name stands in whole words, and whether that is within a longer name. */
function placesOf(whole: string, part: string, rules: NameRules): { longer: boolean }[] {
  if (part === "") return [];
  const longer = rules.longerThan(part);
  const places: { longer: boolean }[] = [];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + part.length)) {
    if (!isWhole(whole, part, at, rules)) continue;
    places.push({ longer: longer.some((other) => isWithin(whole, part, at, other)) });
  }
  return places;
}

function isWhole(whole: string, part: string, at: number, rules: NameRules): boolean {
  const first = part.charAt(0);
  if (letter.test(first) && letter.test(whole.charAt(at - 1))) return false;
  const end = at + part.length;
  if (!(letter.test(part.charAt(part.length - 1)) && letter.test(whole.charAt(end)))) return true;
  const base = part.slice(part.lastIndexOf(" ") + 1);
  const [ending = ""] = whole.slice(end, end + longestEnding + 1).split(" ");
  return ending.length <= longestEnding && rules.isForm(base, ending);
}

function isWithin(whole: string, part: string, at: number, longer: string): boolean {
  for (let inside = longer.indexOf(part); inside >= 0; inside = longer.indexOf(part, inside + 1)) {
    if (at >= inside && whole.startsWith(longer, at - inside)) return true;
  }
  return false;
}

/** Any of these names in whole words, the longest first: "North Macedonia" before "Macedonia". */
export function anyOf(names: Iterable<string>): RegExp {
  const literal = [...names]
    .sort((a, b) => b.length - a.length)
    // Names come from a file: none of their signs is part of the pattern.
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&"));
  return new RegExp(`(?<!\\p{L})(?:${literal.join("|")})(?!\\p{L})`, "gu");
}
