/**
 * Whether the sample was measured with the current models and library, and what measuring one's
 * own would cost.
 */
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { costOf } from "../../../../log/cost.ts";
import type { Price } from "../../../../log/types.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { modelName } from "../../text/recorded.ts";

/**
 * True on a first visit, which has the measured models and library; without a large model the
 * measured one is assumed.
 */
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

/** As in a new batch with its setups: all small, and one large stage at a time. */
const questions = 12;
const setups: readonly string[] = ["SSS", "LSS", "SLS", "SSL"];

export function measuringUsd(sample: SampleSummary, price: Price | null): number | null {
  const each = setups.map((id) => pricedUsd(sample, id, price));
  return each.reduce<number | null>(
    (sum, usd) => (sum === null || usd === null ? null : sum + questions * usd),
    0,
  );
}

/** US dollars per question, by the combination's measured tokens; null if unknown. */
export function pricedUsd(sample: SampleSummary, id: string, price: Price | null): number | null {
  const one = sample.combinations.find((known) => known.id === id);
  if (price === null || one === undefined || one.read === null || one.written === null) return null;
  return costOf(
    { promptTokens: one.read, generatedTokens: one.written, cachedTokens: null },
    price,
  );
}
