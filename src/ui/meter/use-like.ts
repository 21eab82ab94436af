/** What decides which earlier runs the next one is compared with. */
import { useMemo } from "react";
import { chosenSmallModel } from "../../state/device-store.ts";
import type { Like } from "../../state/estimate.ts";
import { isLargeConfigured } from "../../state/preferences.ts";
import { usesOfLarge } from "../../state/presets.ts";
import { useDevice, useSettings } from "../shared/runtime-context.ts";

/** Null until it is known which small model would run. */
export function useLike(): Like | null {
  const settings = useSettings((state) => state.run);
  const large = useSettings((state) => state.large);
  const chosen = useSettings((state) => state.small.modelId);
  const tablePrice = useDevice((state) => state.tablePrice);
  const small = useDevice((state) => chosenSmallModel(state.catalogue, chosen)?.id ?? null);
  return useMemo(() => {
    if (small === null) return null;
    const configured = isLargeConfigured(large);
    return {
      settings,
      small,
      large: configured && usesOfLarge(settings).length > 0 ? large.model : null,
      price: configured ? (large.price ?? tablePrice) : null,
    };
  }, [settings, large, small, tablePrice]);
}
