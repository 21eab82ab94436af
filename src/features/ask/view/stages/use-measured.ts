/** Whether what was measured is of the models and the library that are set, and what measuring one's own would cost. */
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { costOf } from "../../../../log/cost.ts";
import type { Price } from "../../../../log/types.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { modelName } from "../../text/recorded.ts";

/** A first visit has the models and the library that were measured; without a large model those are what it is about. */
export function useIsMeasured(sample: SampleSummary | null): boolean {
  const small = useSettings((state) => state.small);
  const large = useSettings((state) => state.large);
  const library = useSettings((state) => state.library);
  if (sample === null) return true;
  const isSmall =
    small.at === "tab" && (small.modelId === "" || sameModel(small.modelId, sample.small));
  const isLarge = !isConfigured(large) || sameModel(large.model, sample.large);
  return isSmall && isLarge && (library === "" || library === sample.library);
}

function sameModel(one: string, other: string): boolean {
  return modelName(one).toLowerCase() === modelName(other).toLowerCase();
}

/** As many as a batch begins with, in its setups: all small, and one stage at a time. */
const questions = 12;
const setups: readonly string[] = ["SSS", "LSS", "SLS", "SSL"];

/** By the tokens that were measured; null where a price or a count is unknown. */
export function measuringUsd(sample: SampleSummary, price: Price | null): number | null {
  const each = setups.map((id) => pricedUsd(sample, id, price));
  return each.reduce<number | null>(
    (sum, usd) => (sum === null || usd === null ? null : sum + questions * usd),
    0,
  );
}

/** US dollars a question, by the tokens that a combination took where it was measured; null where unknown. */
export function pricedUsd(sample: SampleSummary, id: string, price: Price | null): number | null {
  const one = sample.combinations.find((known) => known.id === id);
  if (price === null || one === undefined || one.read === null || one.written === null) return null;
  return costOf(
    { promptTokens: one.read, generatedTokens: one.written, cachedTokens: null },
    price,
  );
}
