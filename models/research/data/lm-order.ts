/** Orders and samples that depend only on the rows, so builds are reproducible. */
import type { LmRow } from "./lm-row.ts";
import { unitHash } from "./sources.ts";

/** Equally many of both kinds, in an order that depends only on the keys. */
export function balanced<Item extends { key: string }>(
  items: readonly Item[],
  isYes: (item: Item) => boolean,
): Item[] {
  const mixed = [...items].sort((a, b) => unitHash(a.key) - unitHash(b.key));
  const yes = mixed.filter(isYes);
  const no = mixed.filter((item) => !isYes(item));
  const count = Math.min(yes.length, no.length);
  return yes.slice(0, count).flatMap((item, index) => [item, ...no.slice(index, index + 1)]);
}

/** Deterministic order, independent of the sources' own. */
export function mixed(rows: readonly LmRow[]): LmRow[] {
  return rows
    .map((row) => ({ row, key: unitHash(`mix/${JSON.stringify(row.messages)}${textOf(row)}`) }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row);
}

function textOf({ segments }: LmRow): string {
  return segments.map(({ text }) => text).join("");
}
