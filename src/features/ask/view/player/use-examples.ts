/** Shows an example as it was recorded; nothing is run for it. */
import { useCallback } from "react";
import { useApp } from "../../../../app/runtime/runtime-context.ts";

/** Null where the question is no example, or nothing was recorded of it. */
export function useExamples(): (
  question: string,
  combination: string,
  start: "play" | "still",
) => Promise<boolean> {
  const { runtime, view } = useApp();
  return useCallback(
    async (question, combination, start) => {
      const { examples } = runtime.device.getState();
      if (!examples.some((example) => example.question === question)) return false;
      // Steps are numbered alike: the open one of the last run would open in this one.
      view.getState().select(null);
      return runtime.recordings.show(async () => {
        const { recordedRun } = await import("../../../runs/recorded-runs.ts");
        return recordedRun(question, combination);
      }, start);
    },
    [runtime, view],
  );
}
