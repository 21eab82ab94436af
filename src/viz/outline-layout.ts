/**
 * The tree down a narrow screen: there is no room beside, so what begins at a step stands
 * below it, one under the other and indented, and its own line goes on below them all.
 */
import type { LayoutItem, Place } from "./tree-layout.ts";

/** Pixels: what an item takes down the page, and how far its parts stand in. */
const heights = { question: 48, compact: 44, step: 116 };
const indent = 30;

/**
 * The child that stands on its parent's own line, below all others: the newest branch, else
 * what comes next. So a run that was corrected many times needs no more width than one that
 * was not; what was left behind stands beside its line.
 */
function onwardOf(children: readonly LayoutItem[]): LayoutItem | undefined {
  const lines = children.filter((child) => child.fan !== true);
  return lines.findLast((child) => child.peels === true) ?? lines[0];
}

/** Items in the order they were born; each parent before its children. */
export function outlinePlaces(items: readonly LayoutItem[]): ReadonlyMap<string, Place> {
  const children = new Map<string | null, LayoutItem[]>();
  for (const item of items) {
    children.set(item.parent, [...(children.get(item.parent) ?? []), item]);
  }
  const places = new Map<string, Place>();

  /** Places an item and all below it; returns where the next may stand. */
  function place(item: LayoutItem, step: number, lane: number, y: number): number {
    places.set(item.id, { id: item.id, step, lane, x: lane * indent, y });
    const own = children.get(item.id) ?? [];
    const onward = onwardOf(own);
    let next = y + heightOf(item);
    for (const child of own) {
      if (child !== onward) next = place(child, step + 1, lane + 1, next);
    }
    return onward === undefined ? next : place(onward, step + 1, lane, next);
  }

  const root = children.get(null)?.[0];
  if (root !== undefined) place(root, 0, 0, 0);
  return places;
}

function heightOf({ parent, compact }: LayoutItem): number {
  if (parent === null) return heights.question;
  return compact ? heights.compact : heights.step;
}
