/** What becomes of the settings when a file is taken: it may be anyone's, so it loosens nothing. */

import { stricter } from "../log/types.ts";
import type { Preferences, SpendingCaps } from "./preferences.ts";

/**
 * What may leave becomes stricter or stays, caps become lower or
 * stay, and no key is remembered because a file says so.
 */
export function tightenImported(now: Preferences, file: Preferences): Preferences {
  return {
    ...file,
    privacy: stricter(now.privacy, file.privacy),
    caps: lower(now.caps, file.caps),
    small: { ...file.small, server: { ...file.small.server, rememberKey: false } },
    large: { ...file.large, rememberKey: false },
    rememberToolKeys: false,
  };
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
