/** What becomes of the settings when a file is taken: it may be anyone's, so it loosens nothing. */
import type { Preferences, SpendingCaps } from "./preferences.ts";
import { stricter } from "./private-run.ts";

/**
 * A section that the file lacks stays. What may leave becomes stricter or stays, caps become lower or
 * stay, and no key is remembered because a file says so.
 */
export function taken(now: Preferences, file: Partial<Preferences>): Preferences {
  const next = { ...now, ...file };
  return {
    ...next,
    privacy: stricter(now.privacy, next.privacy),
    caps: lower(now.caps, next.caps),
    large: { ...next.large, rememberKey: false },
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
