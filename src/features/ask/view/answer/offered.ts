import type { WayOn } from "../../../../folds/ways-on.ts";
import type { Expected } from "../../../worth/expected.ts";

/** The ways on without those to a large model that is expected to do no better. Null: nothing is known. */
export function offered(ways: readonly WayOn[], expected: Expected | null): readonly WayOn[] {
  if (expected === null) return ways;
  return ways.filter((way) => way.kind !== "large" || (expected.by(way.stage) ?? 1) > expected.now);
}
