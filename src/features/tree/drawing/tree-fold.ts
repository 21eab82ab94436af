import type { TreeItem } from "./tree-model.ts";

export interface FoldedTree {
  items: readonly TreeItem[];
  counts: ReadonlyMap<string, number>;
}

/**
 * An abandoned branch folds into the step where the later one began; parallel queries fold into the
 * step they serve. The live path never folds.
 */
export function finishedBranches(items: readonly TreeItem[]): ReadonlyMap<string, string> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const into = new Map<string, string>();
  for (const item of items) {
    const parent = byId.get(item.parent ?? "");
    if (parent === undefined || item.kind !== "hop") continue;
    const above = into.get(parent.id);
    if (above !== undefined) into.set(item.id, above);
    else if (item.ghost || isDoneBeside(item, parent)) into.set(item.id, parent.id);
  }
  return into;
}

function isDoneBeside(item: TreeItem, parent: TreeItem): boolean {
  return item.fan && !item.running && !parent.running;
}

/** Children of a hidden item move to the step above. */
export function withoutFolded(
  items: readonly TreeItem[],
  hidden: ReadonlyMap<string, string>,
): FoldedTree {
  const counts = new Map<string, number>();
  for (const root of hidden.values()) counts.set(root, (counts.get(root) ?? 0) + 1);
  const visible = items.filter(({ id }) => !hidden.has(id));
  return {
    items: visible.map((item) => ({
      ...item,
      parent: hidden.get(item.parent ?? "") ?? item.parent,
    })),
    counts,
  };
}
