import { expect, it } from "vitest";
import type { WayOn } from "../../../../folds/ways-on.ts";
import { offered } from "./offered.ts";

const ways: WayOn[] = [
  { kind: "large", stage: "plan" },
  { kind: "document" },
  { kind: "large", stage: null },
];

it("offers no large model that lowers the odds, or leaves them as they are", () => {
  const by = (then: number) => ({
    now: 0.39,
    by: (stage: unknown) => (stage === null ? then : 0.33),
  });
  expect(offered(ways, by(0.6))).toEqual(ways.slice(1));
  expect(offered(ways, by(0.39))).toEqual([{ kind: "document" }]);
});

it("offers all where nothing is known", () => {
  expect(offered(ways, null)).toEqual(ways);
  expect(offered(ways, { now: 0.39, by: () => null })).toEqual(ways);
});
