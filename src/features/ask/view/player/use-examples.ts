/** Shows an example as it was recorded, without running anything. */
import { useCallback } from "react";
import { useApp } from "../../../../app/runtime/runtime-context.ts";
import type { RunEvent } from "../../../../log/events.ts";
import type { Start } from "../../../runs/recordings.ts";
import { arrivalFlip } from "./arrival-flip.ts";

/** False if the question is no example, or has no recording. */
export function useExamples(): (
  question: string,
  combination: string,
  start: Start,
) => Promise<boolean> {
  const { runtime, view } = useApp();
  return useCallback(
    async (question, combination, start) => {
      const { examples } = runtime.device.getState();
      if (!examples.some((example) => example.question === question)) return false;
      // Step ids repeat between runs: a step selected in the last run would open in this one.
      view.getState().select(null);
      return runtime.recordings.show(() => recorded(question, combination), start);
    },
    [runtime, view],
  );
}

/** The page's first two runs are already loaded; all others are in one file. */
async function recorded(
  question: string,
  combination: string,
): Promise<readonly RunEvent[] | null> {
  const first = await arrivalFlip().catch(() => null);
  const side = [first?.from, first?.to].find((one) => one?.combination === combination);
  if (first?.question === question && side !== undefined) return side.events;
  const { recordedRun } = await import("../../../runs/recorded-runs.ts");
  return recordedRun(question, combination);
}
