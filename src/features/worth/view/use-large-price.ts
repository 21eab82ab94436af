import { useEffect, useState } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import type { Price } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";
import { untilGone } from "../../../ui-kit/until-gone.ts";

/** Both are null if none is configured. */
export function useLargePrice(): { model: string | null; price: Price | null } {
  const { priceOf } = useRuntime();
  const large = useSettings((state) => state.large);
  const [price, setPrice] = useState<Price | null>(null);
  useEffect(() => {
    const asked = isConfigured(large) ? priceOf(large).catch(() => null) : Promise.resolve(null);
    return untilGone(asked, setPrice);
  }, [priceOf, large]);
  return { model: isConfigured(large) ? large.model : null, price };
}
