/** The switches as they would be with the hovered option. */
import { useMemo } from "react";
import type { RunSettings } from "../../log/types.ts";
import { useView } from "./runtime-context.ts";
import { useSwitches } from "./switches.ts";

/** The current switches if no option is hovered, or if it is already chosen. */
export function usePreviewedRun(): RunSettings {
  const run = useSwitches();
  const option = useView((state) => state.option);
  return useMemo(() => {
    if (option === null || run[option.stage] === option.choice) return run;
    return { ...run, [option.stage]: option.choice };
  }, [run, option]);
}
