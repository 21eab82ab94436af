/** What of the run on show a large model would do that a small one did. */
import { useMemo } from "react";
import { useRun, useSettings, useView } from "../../../app/runtime/runtime-context.ts";
import { usePreviewedRun } from "../../../app/runtime/use-previewed-run.ts";
import { type Stage, stages } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";

/** By the option that is pointed at; and by the switches themselves while no large model is there. */
export function useWouldBeLarge(): ReadonlySet<Stage> {
  const run = usePreviewedRun();
  const pointed = useView((state) => state.option?.stage ?? null);
  const canPay = useSettings((state) => isConfigured(state.large));
  const doers = useRun((state) => state.trace.stageTiers);
  return useMemo(() => {
    const wished = stages.filter((stage) => run[stage] === "large" && doers[stage] === "small");
    return new Set(canPay ? wished.filter((stage) => stage === pointed) : wished);
  }, [run, pointed, canPay, doers]);
}
