import type { Divergence } from "../../../../folds/divergence.ts";
import { answerId, type TreeItem } from "../../../tree/drawing/tree-model.ts";

export interface Mirrored {
  /** The results are equal; the models may differ. */
  shared: readonly (readonly [TreeItem, TreeItem])[];
  sides: readonly [readonly TreeItem[], readonly TreeItem[]];
}

export function mirrored(
  a: readonly TreeItem[],
  b: readonly TreeItem[],
  parted: Divergence | null,
): Mirrored {
  const [ours, theirs] = [a.filter(isStep), b.filter(isStep)];
  const ends = new Set([placeOf(parted?.a), placeOf(parted?.b)]);
  const shared: (readonly [TreeItem, TreeItem])[] = [];
  for (const [at, one] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined || !isAlike(one, other)) break;
    if (ends.has(one.id) || ends.has(other.id)) break;
    shared.push([one, other]);
  }
  return { shared, sides: [ours.slice(shared.length), theirs.slice(shared.length)] };
}

/** The question is above the picture. */
function isStep({ kind }: TreeItem): boolean {
  return kind !== "question";
}

function placeOf(step: Divergence["a"] | undefined): string | null {
  if (step == null) return null;
  return step.node ?? (step.kind === "answer" ? answerId : null);
}

function isAlike(one: TreeItem, other: TreeItem): boolean {
  return (
    one.kind === other.kind &&
    one.title === other.title &&
    one.text === other.text &&
    one.struck === other.struck &&
    one.status === other.status &&
    one.ghost === other.ghost
  );
}
