import type { WayOn } from "../../../../folds/ways-on.ts";
import type { Expected } from "../../../worth/expected.ts";

/**
 * Drops the large-model options that are not expected to do better. `expected`: null if unknown.
 */
export function offered(ways: readonly WayOn[], expected: Expected | null): readonly WayOn[] {
  if (expected === null) return ways;
  return ways.filter((way) => way.kind !== "large" || (expected.by(way.stage) ?? 1) > expected.now);
}
