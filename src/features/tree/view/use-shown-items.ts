import { useMemo, useState } from "react";
import { useRun } from "../../../app/runtime/runtime-context.ts";
import { collectCharges } from "../../../folds/ledger.ts";
import type { Stage } from "../../../log/types.ts";
import { seconds, usd } from "../../../ui-kit/text/format.ts";
import { finishedBranches, withoutFolded } from "../drawing/tree-fold.ts";
import { type Lens, lineWidths, type Weight, weightsOf } from "../drawing/tree-lens.ts";
import { answerId, questionId, type TreeItem, treeItems } from "../drawing/tree-model.ts";
import { treeText } from "../text/tree.ts";
import { treeRows, visibleRows } from "./rows.ts";
import { type Folding, useFolding } from "./use-folding.ts";
import { askedAgain } from "./words.ts";

export interface ShownTree {
  listed: readonly TreeItem[];
  drawn: readonly TreeItem[];
  canFold: boolean;
  foldsFinished: boolean;
  setFoldsFinished: (fold: boolean) => void;
  folding: Folding;
  lens: Lens;
  setLens: (lens: Lens) => void;
  paid: boolean;
}

/** A large model would do the `previewed` stages. */
export function useShownItems(previewed: ReadonlySet<Stage>): ShownTree {
  const trace = useRun((state) => state.trace);
  const events = useRun((state) => state.events);
  const [folds, setFoldsFinished] = useState<boolean | null>(null);
  const folding = useFolding();
  const [chosen, setLens] = useState<Lens | null>(null);
  const all = useMemo(() => withPreview(treeItems(trace), previewed), [trace, previewed]);
  const over = useMemo(() => finishedBranches(all), [all]);
  // Many abandoned branches start folded.
  const foldsFinished = folds ?? (trace.outcome !== "running" && ghostBranches(all) >= crowded);
  const weights = useMemo(() => weightsOf(collectCharges(events)), [events]);
  const paid = useMemo(() => [...weights.values()].some((one) => one.usd !== 0), [weights]);
  const lens: Lens = paid ? (chosen ?? "money") : "time";
  const shown = useMemo(() => {
    const weighed = withWeights(all, weights, lens);
    const tree = withoutFolded(weighed, foldsFinished ? over : new Map());
    const listed = tree.items.map((item) => noted(item, tree.counts));
    return {
      listed,
      drawn: drawnOf(listed, folding.folded),
    };
  }, [all, over, weights, lens, foldsFinished, folding.folded]);
  return {
    ...shown,
    paid,
    canFold: over.size > 0,
    foldsFinished,
    setFoldsFinished,
    folding,
    lens,
    setLens,
  };
}

/** So many abandoned branches leave no room for the live path. */
const crowded = 3;

function ghostBranches(items: readonly TreeItem[]): number {
  return new Set(items.flatMap(({ ghost, branch }) => (ghost ? (branch ?? []) : []))).size;
}

function withPreview(
  items: readonly TreeItem[],
  previewed: ReadonlySet<Stage>,
): readonly TreeItem[] {
  if (previewed.size === 0) return items;
  return items.map((item) => {
    const stage = item.id === questionId ? "plan" : item.stage;
    return stage !== null && previewed.has(stage) && !item.ghost && item.tier !== "large"
      ? { ...item, wouldBeLarge: true }
      : item;
  });
}

/** Items folded in the list are not drawn, except the answer. */
function drawnOf(listed: readonly TreeItem[], folded: ReadonlySet<string>): readonly TreeItem[] {
  if (folded.size === 0) return listed;
  const rows = treeRows(listed);
  const seen = new Set(visibleRows(rows, folded).map(({ item }) => item.id));
  const under = new Map(rows.map((row) => [row.item.id, row.under]));
  const hidden = new Map<string, string>();
  for (const { item } of rows) {
    if (seen.has(item.id) || item.id === answerId) continue;
    let root = under.get(item.id) ?? null;
    while (root !== null && !seen.has(root)) root = under.get(root) ?? null;
    if (root !== null) hidden.set(item.id, root);
  }
  const { items, counts } = withoutFolded(listed, hidden);
  return items.map((item) => noted(item, counts));
}

function noted(item: TreeItem, counts: ReadonlyMap<string, number>): TreeItem {
  const steps = counts.get(item.id);
  const again = item.weighed === null ? "" : askedAgain(item.weighed);
  const folded = steps === undefined ? "" : treeText.folded(steps);
  // It is visible as the current or the struck-out answer.
  const isSeen = item.struck === item.fromMemory || item.text === item.fromMemory;
  const memory =
    item.fromMemory === null ? "" : treeText.fromMemory(isSeen ? null : item.fromMemory);
  if (folded === "" && again === "" && memory === "") return item;
  return {
    ...item,
    note: [again, memory, item.note, folded].filter((part) => part !== "").join(" · "),
  };
}

function withWeights(
  items: readonly TreeItem[],
  weights: ReadonlyMap<string, Weight>,
  lens: Lens,
): TreeItem[] {
  const widths = lineWidths(weights, lens);
  return items.map((item) => {
    const weight = weights.get(item.id);
    if (weight === undefined) return item;
    const money = weight.usd === 0 ? "" : usd(weight.usd);
    const note = lens === "time" ? seconds(weight.seconds) : money;
    return { ...item, note, width: widths.get(item.id) ?? null };
  });
}
