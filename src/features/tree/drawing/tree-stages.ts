import type { Charge } from "../../../log/events.ts";
import type { Stage } from "../../../log/types.ts";
import { chargedItem } from "./tree-lens.ts";
import { questionId, type TreeItem } from "./tree-model.ts";

export type ItemStages = ReadonlyMap<string, ReadonlySet<Stage>>;

/** Includes the item's own stage even before anything is charged. */
export function stagesOf(items: readonly TreeItem[], charges: readonly Charge[]): ItemStages {
  const stages = new Map<string, Set<Stage>>();
  for (const { id, stage } of items) {
    const own = id === questionId ? "plan" : stage;
    if (own !== null) stages.set(id, new Set([own]));
  }
  for (const charge of charges) stages.get(chargedItem(charge))?.add(charge.stage);
  return stages;
}

export function itemsOf(stages: ItemStages, wanted: Stage): ReadonlySet<string> {
  return new Set([...stages].flatMap(([id, own]) => (own.has(wanted) ? id : [])));
}
