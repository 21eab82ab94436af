/** Places asked for by a name that a library's titles do not bear: today's, or the one of old. */
import type { Passage } from "../../log/types.ts";
import { type Alias, anyOf } from "../names.ts";

/**
 * Puts the library's name where a query has another: "Which countries border Myanmar?" looks for
 * Burma. Only names that passages bear as titles, and the others bear not; a title stays as it is,
 * whatever name stands in it ("Macedonia" in "North Macedonia").
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
