/**
 * The actions whose titles have every word that was typed, in any order, or that are looked for by
 * them; whole beginnings first, and titles before other words.
 */
import type { Action } from "./action.ts";

export function findActions(actions: readonly Action[], typed: string): readonly Action[] {
  const words = plain(typed).split(" ").filter(Boolean);
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = actions.filter(({ title, also }) => has(`${title} ${also}`));
  const fits = ({ title }: Action) =>
    Number(plain(title).startsWith(words.join(" "))) + Number(has(title));
  return found.toSorted((one, other) => fits(other) - fits(one));
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
