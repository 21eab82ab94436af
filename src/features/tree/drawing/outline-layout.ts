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
    const own = children.get(item.parent);
    if (own === undefined) children.set(item.parent, [item]);
    else own.push(item);
  }
  const places = new Map<string, Place>();
  const root = children.get(null)?.[0];
  // What is still to be placed, the next at the end: a file's tree may be deeper than the stack.
  const waiting = root === undefined ? [] : [{ item: root, step: 0, lane: 0 }];
  let y = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, step, lane } = next;
    places.set(item.id, { id: item.id, step, lane, x: lane * indent, y });
    y += heightOf(item);
    const own = children.get(item.id) ?? [];
    const onward = onwardOf(own);
    if (onward !== undefined) waiting.push({ item: onward, step: step + 1, lane });
    for (const child of own.toReversed()) {
      if (child !== onward) waiting.push({ item: child, step: step + 1, lane: lane + 1 });
    }
  }
  return places;
}

function heightOf({ parent, compact }: LayoutItem): number {
  if (parent === null) return heights.question;
  return compact ? heights.compact : heights.step;
}
