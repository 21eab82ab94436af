/** Finds the name that a misspelt word was probably meant to be. */
import { withoutAccents } from "./normalise.ts";

export interface Misspelling {
  /** As typed. */
  word: string;
  /** The names nearest to it, all at the same distance; at most three. */
  nearest: readonly string[];
}

export interface SpellingRules {
  /** Whether a word is another form of a name: "Canadian" of "Canada". Both in lower case. */
  isForm(word: string, name: string): boolean;
  /** Words such as "of" and "in" may precede a name typed without capitals. */
  mayPrecedeName(word: string): boolean;
}

/** Shorter words resemble too many names by chance. */
const shortest = 5;
const shortestWithoutCapital = 7;
/** From here on, two slips are still a misspelling. */
const long = 9;
const most = 3;

const anyWord = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/**
 * The first word that looks like a name but is spelt like none. Null if the question also has names
 * that the library lacks: "Columbia" beside "Laika" is the shuttle, not a misspelt Colombia.
 */
export function misspeltName(
  question: string,
  names: readonly string[],
  rules: SpellingRules,
): Misspelling | null {
  const known = knownWords(names);
  const words = wordsOf(question).map((typed) => typed.replace(/['’]s?$/u, ""));
  const isStrange = (typed: string) => !known.has(withoutAccents(typed)) && typed !== "I";
  const hasCapitals = words.slice(1).some(isCapitalised);
  const strange = words.filter((typed, at) =>
    hasCapitals
      ? at > 0 && isCapitalised(typed) && isStrange(typed)
      : typed.length >= shortestWithoutCapital &&
        isStrange(typed) &&
        rules.mayPrecedeName(words[at - 1] ?? ""),
  );
  const found = strange.map((typed): Misspelling => {
    const nearest = nearestOf(withoutAccents(typed), known, rules, hasCapitals ? 2 : 1);
    const at = words.indexOf(typed);
    const whole = nearest.filter((name) => isWhole(name, words.with(at, name), known));
    return { word: typed, nearest: whole.slice(0, most) };
  });
  const near = found.filter(({ nearest }) => nearest.length > 0);
  return hasCapitals && near.length < found.length ? null : (near[0] ?? null);
}

interface Known {
  spelt: string;
  /** The names with this word, as lower-case words. */
  within: string[];
}

function knownWords(names: readonly string[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const name of names) {
    for (const spelt of wordsOf(name)) {
      const plain = withoutAccents(spelt);
      const { within } = known.get(plain) ?? { within: [] };
      known.set(plain, { spelt, within: [...within, plainWords(wordsOf(name))] });
    }
  }
  return known;
}

/** The question must hold the whole of a name with the word: "New Zealand", not "Virgin" alone. */
function isWhole(name: string, words: readonly string[], known: Map<string, Known>): boolean {
  const text = plainWords(words);
  return known.get(withoutAccents(name))?.within.some((whole) => text.includes(whole)) === true;
}

/** " new zealand ": spaces around, so that only whole words match. */
function plainWords(words: readonly string[]): string {
  return ` ${words.map(withoutAccents).join(" ")} `;
}

function nearestOf(
  plain: string,
  known: ReadonlyMap<string, Known>,
  { isForm }: SpellingRules,
  limit: number,
): string[] {
  if (plain.length < shortest) return [];
  let least = plain.length < long ? 1 : limit;
  let nearest: string[] = [];
  for (const [name, { spelt }] of known) {
    if (isForm(plain, name) || isForm(name, plain)) return [];
    if (name.length < shortest || name.charAt(0) !== plain.charAt(0)) continue;
    const slips = slipsBetween(plain, name, least);
    if (slips > least) continue;
    if (slips < least) nearest = [];
    least = slips;
    nearest.push(spelt);
  }
  return nearest;
}

function wordsOf(text: string): string[] {
  return text.match(anyWord) ?? [];
}

function isCapitalised(typed: string): boolean {
  return /^\p{Lu}/u.test(typed);
}

/**
 * The distance of optimal string alignment: letters replaced, left out, added or swapped with their
 * neighbour. More than `limit` if the lengths already differ by more.
 */
export function slipsBetween(one: string, other: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped
            ? (beforeLast[column - 2] ?? 0) + 1
            : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
