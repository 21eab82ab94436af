/** The actions whose titles have every word that was typed, in any order; whole beginnings first. */
import type { Action } from "./action.ts";

export function findActions(actions: readonly Action[], typed: string): readonly Action[] {
  const words = plain(typed).split(" ").filter(Boolean);
  const found = actions.filter(({ title }) => words.every((word) => plain(title).includes(word)));
  const begins = (title: string) => Number(plain(title).startsWith(words.join(" ")));
  return found.toSorted((one, other) => begins(other.title) - begins(one.title));
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
