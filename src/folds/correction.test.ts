import { expect, test } from "vitest";
import { isConfirmation } from "./correction.ts";

test.each([
  ["Mur", "Mur", true],
  [" mur ", "Mur", true],
  ["François Hollande", "Francois Hollande", true],
  ["the Netherlands", "Netherlands", true],
  ["Nigeria", "Niger", false],
  ["Equatorial Guinea", "Guinea", false],
  ["−12 °C", "12 °C", false],
  ["Mur", null, false],
  [null, "Mur", false],
  [null, null, false],
])("the answer %j where the step had %j", (answer, replaced, expected) => {
  const word = { type: "user-correction", seq: 1, atMs: 1, node: "node-1" } as const;
  expect(isConfirmation({ ...word, answer, replaced })).toBe(expected);
});
