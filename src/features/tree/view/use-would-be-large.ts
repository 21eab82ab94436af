/** Stages of the displayed run that a large model would do and a small one did. */
import { useMemo } from "react";
import { useRun, useSettings, useView } from "../../../app/runtime/runtime-context.ts";
import { usePreviewedRun } from "../../../app/runtime/use-previewed-run.ts";
import { type Stage, stages } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";

/** By the option that is pointed at; without a large model, by the switches themselves. */
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
