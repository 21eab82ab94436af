/** Places asked for by the name they have today, in a library that still calls them by an older one. */
import type { Passage } from "../../log/types.ts";

/** Today's name, and the older one; the embedded Factbook is of 2015. */
const olderNames: readonly (readonly [today: string, older: string])[] = [
  ["Myanmar", "Burma"],
  ["Eswatini", "Swaziland"],
  ["Czechia", "Czech Republic"],
  ["North Macedonia", "Macedonia"],
  ["Türkiye", "Turkey"],
  ["Turkiye", "Turkey"],
  ["Cape Verde", "Cabo Verde"],
  ["Ivory Coast", "Cote d'Ivoire"],
  ["East Timor", "Timor-Leste"],
  ["Holy See", "Vatican City"],
];

/**
 * Puts the older name where a query has today's: "Which countries border Myanmar?" looks for Burma.
 * Only names that passages bear as titles, and today's bear not, so that no other library is touched.
 */
export function olderNamesOf(passages: readonly Passage[]): (query: string) => string {
  const titles = new Set(passages.map(({ title }) => title.split(":")[0] ?? ""));
  const known = new Map(olderNames.filter(([now, then]) => titles.has(then) && !titles.has(now)));
  if (known.size === 0) return (query) => query;
  const today = new RegExp(`(?<!\\p{L})(?:${[...known.keys()].join("|")})(?!\\p{L})`, "gu");
  return (query) => query.replace(today, (name) => known.get(name) ?? name);
}
