/**
 * Finds actions by title or synonym: every typed word must match, in any order. Prefix matches come
 * first, and titles before synonyms.
 */
import type { Action } from "../runtime/action.ts";

export function findActions(actions: readonly Action[], typed: string): readonly Action[] {
  const words = plain(typed).split(" ").filter(Boolean);
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = actions.filter(({ title, also }) => has(`${title} ${also}`));
  const fits = ({ title }: Action) =>
    Number(plain(title).startsWith(words.join(" "))) + Number(has(title));
  return found.toSorted((one, other) => fits(other) - fits(one));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
