/** Shows an example as it was recorded; nothing is run for it. */
import { useCallback } from "react";
import { useApp } from "../../../../app/runtime/runtime-context.ts";
import type { RunEvent } from "../../../../log/events.ts";
import type { Start } from "../../../runs/recordings.ts";
import { arrivalFlip } from "./arrival-flip.ts";

/** False where the question is no example, or nothing was recorded of it. */
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
      // Steps are numbered alike: the open one of the last run would open in this one.
      view.getState().select(null);
      return runtime.recordings.show(() => recorded(question, combination), start);
    },
    [runtime, view],
  );
}

/** The page's first two runs are there already; all others come in one file. */
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
