import type { TreeItem } from "../drawing/tree-model.ts";

export interface Row {
  item: TreeItem;
  level: number;
  position: number;
  siblings: number;
  /** Null for the question. */
  under: string | null;
  hasBranches: boolean;
}

/** Depth first: a step, its branches, the next step. */
export function treeRows(items: readonly TreeItem[]): Row[] {
  const groups = groupItems(items);
  const rows: Row[] = [];
  const rowsUnder = (under: string | null, level: number): Row[] => {
    const group = groups.get(under) ?? [];
    return group.map((item, index) => ({
      item,
      level,
      under,
      position: index + 1,
      siblings: group.length,
      hasBranches: groups.has(item.id),
    }));
  };
  // Explicit stack: a tree from a file may be deeper than the call stack.
  const waiting = rowsUnder(null, 1).reverse();
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    for (const below of rowsUnder(row.item.id, row.level + 1).reverse()) waiting.push(below);
  }
  return rows;
}

function groupItems(items: readonly TreeItem[]): Map<string | null, TreeItem[]> {
  const groups = new Map<string | null, TreeItem[]>();
  const hangs = new Map<string, string | null>();
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of items) {
    const parent = item.parent === null ? undefined : byId.get(item.parent);
    const continues = parent !== undefined && parent.kind !== "question" && !item.hangs;
    const under = continues ? (hangs.get(parent.id) ?? null) : item.parent;
    hangs.set(item.id, under);
    const group = groups.get(under);
    if (group === undefined) groups.set(under, [item]);
    else group.push(item);
  }
  return groups;
}

export function visibleRows(rows: readonly Row[], folded: ReadonlySet<string>): Row[] {
  const hidden = new Set<string>();
  return rows.filter((row) => {
    if (row.under !== null && (folded.has(row.under) || hidden.has(row.under))) {
      hidden.add(row.item.id);
      return false;
    }
    return true;
  });
}

export type TreeStep = { kind: "move"; id: string } | { kind: "fold" };

/** Follows the ARIA tree pattern; null for other keys. */
export function moveInTree(
  key: string,
  rows: readonly Row[],
  index: number,
  folded: ReadonlySet<string>,
): TreeStep | null {
  const row = rows[index];
  if (row === undefined) return null;
  const isFolded = folded.has(row.item.id);
  switch (key) {
    case "ArrowDown":
      return moveTo(rows[index + 1]);
    case "ArrowUp":
      return moveTo(rows[index - 1]);
    case "Home":
      return moveTo(rows[0]);
    case "End":
      return moveTo(rows.at(-1));
    case "ArrowRight":
      if (!row.hasBranches) return null;
      return isFolded ? { kind: "fold" } : moveTo(rows[index + 1]);
    case "ArrowLeft":
      if (row.hasBranches && !isFolded) return { kind: "fold" };
      return moveTo(rows.find((other) => other.item.id === row.under));
    default:
      return null;
  }
}

function moveTo(row: Row | undefined): TreeStep | null {
  return row === undefined ? null : { kind: "move", id: row.item.id };
}
