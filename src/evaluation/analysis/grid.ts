import { type Column, noResult } from "./columns.ts";
import { isByLuck } from "./luck.ts";

export const gridSorts = ["order", "right", "disagreement", "cost"] as const;
export type GridSort = (typeof gridSorts)[number];

export type CellOutcome = "right" | "lucky" | "wrong" | "failed" | "unscored" | "none";

export function cellOutcome(column: Column, place: number): CellOutcome {
  const result = column.results[place] ?? null;
  if (result === null) return "none";
  if (result.outcome === "failed") return "failed";
  const right = column.right[place] ?? noResult;
  if (right > 1) return "unscored";
  if (right === 0) return "wrong";
  return isByLuck(result) ? "lucky" : "right";
}

/** Ties stay in question order; unknown costs count as nothing. */
export function gridRows(
  columns: readonly Column[],
  places: ArrayLike<number>,
  { sort, onlyDiffering }: { sort: GridSort; onlyDiffering: boolean },
): number[] {
  const rows = Array.from(places, (place) => {
    let right = 0;
    let wrong = 0;
    let cost = 0;
    for (const column of columns) {
      const code = column.right[place] ?? noResult;
      if (code === 1) right += 1;
      else if (code === 0) wrong += 1;
      cost += column.cost[place] || 0;
    }
    const disagreement = Math.min(right, wrong);
    return { place, by: { order: 0, right, disagreement, cost }[sort], disagreement };
  });
  return rows
    .filter(({ disagreement }) => !onlyDiffering || disagreement > 0)
    .sort((a, b) => b.by - a.by)
    .map(({ place }) => place);
}
