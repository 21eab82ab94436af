/** A file may be anyone's, so it loosens nothing. */

import { type Price, stricter, type Tier } from "../log/types.ts";
import {
  type Preferences,
  type ServerPreferences,
  type SpendingCaps,
  serverOf,
} from "./preferences.ts";

/** Privacy and caps only become stricter; no file turns on remembering a key. */
export function tightenImported(now: Preferences, file: Preferences): Preferences {
  const priced = (tier: Tier) => {
    const server = serverOf(file, tier);
    return { ...server, price: withoutWord(server, serverOf(now, tier)), rememberKey: false };
  };
  return {
    ...file,
    privacy: stricter(now.privacy, file.privacy),
    caps: lower(now.caps, file.caps),
    small: { ...file.small, server: priced("small") },
    large: priced("large"),
    rememberToolKeys: false,
  };
}

/** A file cannot declare a model free; the user's own price stays. */
function withoutWord(file: ServerPreferences, now: ServerPreferences): Price | null {
  if (file.price?.free !== true) return file.price;
  const isSame = file.baseUrl === now.baseUrl && file.model === now.model;
  if (isSame && now.price?.free === true) return file.price;
  const { free: _word, ...price } = file.price;
  return price;
}

/**
 * A cap would not hold with a price below the table's. `table` has the prices of the file's
 * servers.
 */
export function notBelow(
  table: Readonly<Record<Tier, Price | null>>,
  file: Preferences,
): Preferences {
  const priced = (tier: Tier) => {
    const server = serverOf(file, tier);
    return isBelow(server.price, table[tier]) ? { ...server, price: null } : server;
  };
  return {
    ...file,
    small: { ...file.small, server: priced("small") },
    large: priced("large"),
  };
}

function isBelow(price: Price | null, listed: Price | null): boolean {
  if (price === null || listed === null) return false;
  const cached = ({ cachedInputPerMillion, inputPerMillion }: Price) =>
    cachedInputPerMillion ?? inputPerMillion;
  return (
    price.inputPerMillion < listed.inputPerMillion ||
    price.outputPerMillion < listed.outputPerMillion ||
    cached(price) < cached(listed)
  );
}

function lower(a: SpendingCaps, b: SpendingCaps): SpendingCaps {
  return {
    perQuestionUsd: lowerCap(a.perQuestionUsd, b.perQuestionUsd),
    perDayUsd: lowerCap(a.perDayUsd, b.perDayUsd),
  };
}

/** Null is no cap. */
function lowerCap(a: number | null, b: number | null): number | null {
  const caps = [a, b].filter((cap) => cap !== null);
  return caps.length === 0 ? null : Math.min(...caps);
}
