/** The switches as they would stand with the option that is pointed at. */
import { useMemo } from "react";
import type { RunSettings } from "../../log/types.ts";
import { useView } from "./runtime-context.ts";
import { useSwitches } from "./switches.ts";

/** The switches themselves where nothing is pointed at, or what is chosen already. */
export function usePreviewedRun(): RunSettings {
  const run = useSwitches();
  const option = useView((state) => state.option);
  return useMemo(() => {
    if (option === null || run[option.stage] === option.choice) return run;
    return { ...run, [option.stage]: option.choice };
  }, [run, option]);
}
