/** What a draft amounts to with the models and tools that are set up now. */
import { useEffect, useMemo } from "react";
import { useDevice, useRuntime, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { Configuration } from "../../../../evaluation/types.ts";
import type { Price } from "../../../../log/types.ts";
import {
  type Facts,
  type Problem,
  validateSettings,
} from "../../../../runtime/settings-validation.ts";
import { chosenSmallModel } from "../../../../session/device-store.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { findMethodInfo, methodFacts, usesOfLarge } from "../../../../session/presets.ts";
import { useFacts } from "../../../../ui-kit/use-problems.ts";
import { configurationsOf } from "./configurations.ts";
import type { Draft, DraftFacts } from "./draft.ts";

/** A price set by hand goes before the table's; null is unknown. */
export function useLargePrice(): Price | null {
  const runtime = useRuntime();
  const large = useSettings((state) => state.large);
  const tablePrice = useDevice((state) => state.tablePrice);
  useEffect(() => void runtime.lookUpPrice(large), [runtime, large]);
  return large.price ?? tablePrice;
}

export function useDraftFacts(draft: Draft): DraftFacts {
  const facts = useFacts();
  const price = useLargePrice();
  const largeConfigured = useSettings((state) => isConfigured(state.large));
  const modelId = useSettings((state) => state.small.modelId);
  const catalogue = useDevice((state) => state.catalogue);
  const { settings, comparison, chosen, base } = draft;
  const configurations = useMemo(
    () => configurationsOf({ settings, comparison, chosen, base }),
    [settings, comparison, chosen, base],
  );
  const judged = useMemo(() => judge(configurations, facts), [configurations, facts]);
  return {
    ...judged,
    configurations,
    largeConfigured,
    priceKnown: price !== null,
    smallModel: chosenSmallModel(catalogue, modelId)?.title ?? null,
  };
}

/** Each problem once, whichever configuration has it; a missing large model is told apart. */
function judge(
  configurations: readonly Configuration[],
  facts: Omit<Facts, "kind">,
): { usesLarge: boolean; problems: Problem[] } {
  const usesLarge = configurations.some(({ settings }) => usesOfLarge(settings).length > 0);
  const all = configurations.flatMap(({ settings }) => {
    return validateSettings(settings, {
      ...facts,
      ...methodFacts(findMethodInfo(settings.method)),
    });
  });
  const errors = all.filter(({ level, code }) => level === "error" && code !== "large-missing");
  const each = new Map(errors.map((one) => [`${one.code} ${one.control} ${one.tool ?? ""}`, one]));
  return { usesLarge, problems: [...each.values()] };
}
