/** Places asked for by the name they have today, in a library that still calls them by an older one. */
import type { Passage } from "../../log/types.ts";
import type { Alias } from "../names.ts";

/**
 * Puts the older name where a query has today's: "Which countries border Myanmar?" looks for Burma.
 * Only names that passages bear as titles, and today's bear not.
 */
export function applyAliases(
  passages: readonly Passage[],
  aliases: readonly Alias[],
): (query: string) => string {
  if (aliases.length === 0) return (query) => query;
  const titles = new Set(passages.map(({ title }) => title.split(":")[0] ?? ""));
  const known = new Map(aliases.filter(([now, then]) => titles.has(then) && !titles.has(now)));
  if (known.size === 0) return (query) => query;
  const today = [...known.keys()].map(literal).join("|");
  const pattern = new RegExp(`(?<!\\p{L})(?:${today})(?!\\p{L})`, "gu");
  return (query) => query.replace(pattern, (name) => known.get(name) ?? name);
}

/** Names come from a file now: none of their signs is part of the pattern. */
function literal(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
}
