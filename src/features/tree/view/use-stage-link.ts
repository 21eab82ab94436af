import { useMemo } from "react";
import { useRun, useView } from "../../../app/runtime/runtime-context.ts";
import type { Stage } from "../../../log/types.ts";
import { treeItems } from "../drawing/tree-model.ts";
import { itemsOf, stagesOf } from "../drawing/tree-stages.ts";

export function useMarkedItems(): ReadonlySet<string> | null {
  const stage = useView((state) => state.stage);
  const stages = useStages(stage !== null);
  return useMemo(
    () => (stage === null || stages === null ? null : itemsOf(stages, stage)),
    [stages, stage],
  );
}

export function useMarkedStages(): ReadonlySet<Stage> | null {
  const stage = useView((state) => state.stage);
  const active = useView((state) => state.active);
  const stages = useStages(active !== null);
  return useMemo(() => {
    if (stage !== null) return new Set([stage]);
    return active === null ? null : (stages?.get(active) ?? null);
  }, [stages, stage, active]);
}

/** Computed only while pointed at: a streaming run changes many times a second. */
function useStages(wanted: boolean) {
  const trace = useRun((state) => (wanted ? state.trace : null));
  const charges = useRun((state) => (wanted ? state.ledger.charges : null));
  return useMemo(
    () => (trace === null || charges === null ? null : stagesOf(treeItems(trace), charges)),
    [trace, charges],
  );
}
