import { type Alias, anyOf } from "./names.ts";
import { withoutAccents } from "./normalise.ts";

/**
 * Asked about Myanmar, "Burma" becomes "Burma (Myanmar)". An answer is unchanged if the question
 * uses the library's name, or the answer the question's.
 */
export function withAskedNames(
  question: string,
  aliases: readonly Alias[],
): (answer: string) => string {
  const asked = askedNames(question, aliases);
  if (asked.size === 0) return (answer) => answer;
  // Other places' names count: "Republic of the Congo" is not part of the Democratic one's.
  const pattern = anyOf(aliases.flat());
  return (answer) => {
    const names = new Set([...answer.matchAll(pattern)].map(([name]) => name));
    const told = new Set<string>();
    return answer.replace(pattern, (name: string, at: number) => {
      const other = asked.get(name);
      const isOwned = /^['’]s/u.test(answer.slice(at + name.length));
      if (other === undefined || told.has(name) || names.has(other) || isOwned) return name;
      told.add(name);
      return `${name} (${other})`;
    });
  };
}

function askedNames(question: string, aliases: readonly Alias[]): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  if (aliases.length === 0) return asked;
  const own = new Set(aliases.map(([, title]) => title));
  const titles = new Map(aliases);
  const said = namesSaid(question, aliases.flat());
  for (const name of said) {
    const title = titles.get(name);
    if (title !== undefined && !asked.has(title) && !areAlike(title, name)) asked.set(title, name);
  }
  for (const name of said) if (own.has(name)) asked.delete(name);
  return asked;
}

function areAlike(one: string, other: string): boolean {
  return withoutAccents(one) === withoutAccents(other);
}

/** As spelt, or without accents and capitals; "us" is not "US". */
export function namesSaid(question: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const exact = [...question.matchAll(anyOf(names))].map(([name]) => name);
  const rest = question.replace(anyOf(names), " ");
  const plain = new Map(names.filter(isWord).map((name) => [withoutAccents(name), name]));
  if (plain.size === 0) return exact;
  const typed = [...withoutAccents(rest).matchAll(anyOf(plain.keys()))];
  return [...exact, ...typed.flatMap(([name]) => plain.get(name) ?? [])];
}

function isWord(name: string): boolean {
  return name !== name.toUpperCase();
}
