/** Matches whole words in any alphabetic language; the rules of one language are passed in. */
import { normalise } from "./normalise.ts";

export type Alias = readonly [today: string, older: string];

export interface NameRules {
  isForm(base: string, ending: string): boolean;
  /** Gives "Equatorial Guinea" for "Guinea", normalised. */
  longerThan(name: string): readonly string[];
  aliases: readonly Alias[];
}

/** Other scripts have no spaces between words, or join small ones: any position matches. */
const letter = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
const longestEnding = 8;

/** "" is in every text, as in SearChain's printed test. */
export function holdsName(text: string, name: string, rules: NameRules): boolean {
  // "Guinea-Bissau" counts as one word or two.
  return [normalise, splitHyphens].some((form) => {
    const [whole, part] = [canonical(text, form, rules), canonical(name, form, rules)];
    return part === "" || holdsNormalised(whole, part, rules);
  });
}

/** Texts are normalised; none holds "". */
export function holdsNormalised(whole: string, part: string, rules: NameRules): boolean {
  return placesOf(whole, part, rules).some(({ longer }) => !longer);
}

export function isOnlyWithinOthers(text: string, name: string, rules: NameRules): boolean {
  const [whole, part] = [
    canonical(text, splitHyphens, rules),
    canonical(name, splitHyphens, rules),
  ];
  const places = placesOf(whole, part, rules);
  return places.length > 0 && places.every(({ longer }) => longer);
}

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

export function splitHyphens(text: string): string {
  return normalise(text.replace(/\p{Pd}/gu, " "));
}

/** `longer`: the name is within a longer one. */
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

/** Tries the longest first: "North Macedonia" before "Macedonia". */
export function anyOf(names: Iterable<string>): RegExp {
  const literal = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&"));
  return new RegExp(`(?<!\\p{L})(?:${literal.join("|")})(?!\\p{L})`, "gu");
}
