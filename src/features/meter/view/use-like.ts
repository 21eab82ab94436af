import { useMemo } from "react";
import { useDevice, useSettings } from "../../../app/runtime/runtime-context.ts";
import { chosenSmallModel } from "../../../session/device-store.ts";
import { isConfigured, smallServer } from "../../../session/preferences.ts";
import { usesOfLarge } from "../../../session/presets.ts";
import type { SimilarityKey } from "../estimate.ts";

export function useSimilarityKey(): SimilarityKey | null {
  const settings = useSettings((state) => state.run);
  const large = useSettings((state) => state.large);
  const chosen = useSettings((state) => state.small.modelId);
  const server = useSettings((state) => smallServer(state.small)?.model ?? null);
  const tablePrice = useDevice((state) => state.tablePrice);
  const inTab = useDevice((state) => chosenSmallModel(state.catalogue, chosen)?.id ?? null);
  const small = server ?? inTab;
  return useMemo(() => {
    if (small === null || small === "") return null;
    const configured = isConfigured(large);
    return {
      settings,
      small,
      large: configured && usesOfLarge(settings).length > 0 ? large.model : null,
      price: configured ? (large.price ?? tablePrice) : null,
    };
  }, [settings, large, small, tablePrice]);
}
