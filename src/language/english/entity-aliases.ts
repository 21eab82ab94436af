import type { Passage } from "../../log/types.ts";
import { type Alias, anyOf } from "../names.ts";

/**
 * "Which countries border Myanmar?" searches for Burma if only that is a title. Titles stay, even
 * with another name in them ("Macedonia" in "North Macedonia").
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
