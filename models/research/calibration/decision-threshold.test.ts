import fc from "fast-check";
import { expect, it } from "vitest";
import {
  balancedAccuracy,
  bestThreshold,
  type DecisionRow,
  heldOut,
} from "./decision-threshold.ts";

const rows = (said: readonly [number, boolean][]): DecisionRow[] =>
  said.map(([alone, right], at) => ({ id: `q${String(at).padStart(3, "0")}`, alone, right }));

it("counts right and wrong runs the same, however many there are of each", () => {
  const always = rows([
    [0.9, true],
    [0.8, true],
    [0.9, true],
    [0.9, false],
  ]);
  expect(balancedAccuracy(always, 0.5)).toBe(0.5);
  expect(
    balancedAccuracy(
      rows([
        [0.9, true],
        [0.2, false],
        [0.4, false],
      ]),
      0.5,
    ),
  ).toBe(1);
});

it("finds the threshold that tells them apart, and keeps it on rows that it never saw", () => {
  const said = Array.from({ length: 40 }, (_, at): [number, boolean] => [
    at % 4 < 2 ? 0.7 + at / 1000 : 0.6 - at / 1000,
    at % 4 < 2,
  ]);
  const threshold = bestThreshold(rows(said));
  expect(threshold).toBeGreaterThan(0.6);
  expect(threshold).toBeLessThanOrEqual(0.7);
  expect(heldOut(rows(said))).toBe(1);
});

it("no other threshold is better than the best", () => {
  const row = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean());
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (said, other) => {
        const own = rows(said);
        // The best choice may also be that no run goes alone.
        const best = Math.max(balancedAccuracy(own, bestThreshold(own)), balancedAccuracy(own, 2));
        expect(balancedAccuracy(own, other)).toBeLessThanOrEqual(best + 1e-12);
      },
    ),
  );
});
