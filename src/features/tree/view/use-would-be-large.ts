import { useMemo } from "react";
import { useRun, useSettings, useView } from "../../../app/runtime/runtime-context.ts";
import { usePreviewedRun } from "../../../app/runtime/use-previewed-run.ts";
import { type Stage, stages } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";

/** The option that is pointed at; without a large model, the switches. */
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
