import { expect, it } from "vitest";
import { fittingText, shareBarHeight, sharesLayout } from "./lab-shares.ts";

it("cuts each bar into its parts, one after the other, up to the end of the axis", () => {
  const { rows, x, base, height } = sharesLayout(
    [
      { id: "a", parts: [0.5, 0.25, 0.25] },
      { id: "b", parts: [0, 1, 0] },
    ],
    { width: 220, left: 0, right: 20 },
  );
  expect(x.domain).toEqual([0, 1]);
  expect(rows[0]?.parts).toEqual([
    { x: 0, width: 100 },
    { x: 100, width: 50 },
    { x: 150, width: 50 },
  ]);
  expect(rows[1]?.parts.map(({ width }) => width)).toEqual([0, 200, 0]);
  const [first, second] = rows;
  expect((first?.top ?? 0) + shareBarHeight).toBeLessThan((second?.name ?? 0) - 10);
  expect((second?.top ?? 0) + shareBarHeight).toBeLessThanOrEqual(base);
  expect(base).toBeLessThan(height);
});

it("writes into a part what fits", () => {
  const texts = ["better 24", "24"];
  expect([100, 30, 10].map((width) => fittingText(width, texts))).toEqual(["better 24", "24", ""]);
});
