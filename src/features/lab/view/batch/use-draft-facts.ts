/** What a draft amounts to with the models and tools that are set up now. */
import { useEffect, useMemo, useState } from "react";
import { useDevice, useRuntime, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { Configuration } from "../../../../evaluation/types.ts";
import type { Price } from "../../../../log/types.ts";
import {
  type Facts,
  type Problem,
  settingsErrors,
} from "../../../../runtime/settings-validation.ts";
import { chosenSmallModel, smallModels } from "../../../../session/device-store.ts";
import { type ServerPreferences, smallServer } from "../../../../session/preferences.ts";
import { findMethodInfo, methodFacts, usesOfLarge } from "../../../../session/presets.ts";
import { useFacts } from "../../../../ui-kit/use-problems.ts";
import { configurationsOf, type Here } from "./configurations.ts";
import type { Draft, DraftFacts } from "./draft.ts";

/** A manual price overrides the table's; null if unknown. */
export function useLargePrice(): Price | null {
  const runtime = useRuntime();
  const large = useSettings((state) => state.large);
  const tablePrice = useDevice((state) => state.tablePrice);
  useEffect(() => void runtime.lookUpPrice(large), [runtime, large]);
  return large.price ?? tablePrice;
}

/** Price of a server's model; null if unknown, or without a server. */
function useServerPrice(server: ServerPreferences | null): Price | null {
  const { priceOf } = useRuntime();
  const [price, setPrice] = useState<Price | null>(null);
  useEffect(() => {
    let isShown = true;
    const asked = server === null ? Promise.resolve(null) : priceOf(server).catch(() => null);
    void asked.then((found) => {
      if (isShown) setPrice(found);
    });
    return () => {
      isShown = false;
    };
  }, [priceOf, server]);
  return price;
}

function useHere(facts: Omit<Facts, "uses">): Here {
  const catalogue = useDevice((state) => state.catalogue);
  const small = useSettings((state) => state.small);
  const { large: hasLarge, tools, routerTools } = facts;
  return useMemo(() => {
    const own = chosenSmallModel(catalogue, small.modelId);
    return {
      hasLarge,
      services: tools,
      hasRouter: routerTools !== null,
      small: smallServer(small)?.model ?? own?.title ?? "",
      catalogue: smallModels(catalogue).filter(({ id }) => id !== own?.id),
    };
  }, [hasLarge, tools, routerTools, catalogue, small]);
}

export function useDraftFacts(draft: Draft): DraftFacts {
  const facts = useFacts();
  const here = useHere(facts);
  const price = useLargePrice();
  const largeConfigured = facts.large;
  const small = useSettings((state) => state.small);
  const server = smallServer(small);
  const smallPrice = useServerPrice(server);
  const catalogue = useDevice((state) => state.catalogue);
  const { settings, comparison, chosen, base, methods, sweptPath, sweptValues } = draft;
  const { smallModels: ticked } = draft;
  const configurations = useMemo(
    () =>
      configurationsOf(
        {
          settings,
          comparison,
          chosen,
          base,
          methods,
          sweptPath,
          sweptValues,
          smallModels: ticked,
        },
        here,
      ),
    [settings, comparison, chosen, base, methods, sweptPath, sweptValues, ticked, here],
  );
  const judged = useMemo(() => judge(configurations, facts), [configurations, facts]);
  return {
    ...judged,
    configurations,
    largeConfigured,
    priceKnown: (!judged.usesLarge || price !== null) && (server === null || smallPrice !== null),
    smallModel:
      server === null
        ? (chosenSmallModel(catalogue, small.modelId)?.title ?? null)
        : server.model || null,
    asksServer: judged.usesLarge || server !== null,
  };
}

/** Each problem once, whichever configuration has it; reports a missing large model apart. */
function judge(
  configurations: readonly Configuration[],
  facts: Omit<Facts, "uses">,
): { usesLarge: boolean; problems: Problem[] } {
  const usesLarge = configurations.some(({ settings }) => usesOfLarge(settings).length > 0);
  const all = configurations.flatMap(({ settings }) => {
    return settingsErrors(settings, {
      ...facts,
      ...methodFacts(findMethodInfo(settings.method)),
    });
  });
  const errors = all.filter(({ code }) => code !== "large-missing");
  const each = new Map(errors.map((one) => [`${one.code} ${one.control} ${one.tool ?? ""}`, one]));
  return { usesLarge, problems: [...each.values()] };
}
