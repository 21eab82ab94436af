/** Replaces names of places that the library's titles do not use, whether newer or older. */
import type { Passage } from "../../log/types.ts";
import { type Alias, anyOf } from "../names.ts";

/**
 * Puts the library's name into a query that uses another: "Which countries border Myanmar?"
 * searches for Burma. Only if passages have the one name as a title and not the other; titles stay
 * unchanged, even with another name in them ("Macedonia" in "North Macedonia").
 */
export function applyAliases(
  passages: readonly Passage[],
  aliases: readonly Alias[],
): (query: string) => string {
  if (aliases.length === 0) return (query) => query;
  const titles = new Set(passages.map(({ title }) => title.split(":")[0] ?? ""));
  const known = new Map(aliases.filter(([now, then]) => titles.has(then) && !titles.has(now)));
  if (known.size === 0) return (query) => query;
  const pattern = anyOf([...known.keys(), ...known.values()]);
  return (query) => query.replace(pattern, (name) => known.get(name) ?? name);
}
