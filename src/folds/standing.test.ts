import { expect, it } from "vitest";
import { doubtfulBelow, plainFrom, standingOf } from "./standing.ts";

it.each([
  ["doubtful", 0.01],
  ["doubtful", doubtfulBelow - 1e-9],
  ["may-be-right", doubtfulBelow],
  ["may-be-right", plainFrom - 1e-9],
  ["found", plainFrom],
  ["found", 0.99],
  ["found", null],
] as const)("an answer that was found is %s at %s", (standing, sure) => {
  expect(standingOf({ kind: "found" }, sure)).toBe(standing);
});

it.each(["partly-found", "not-in-library"] as const)("%s stays so, however sure", (kind) => {
  for (const sure of [null, 0.05, 0.5, 0.95]) expect(standingOf({ kind }, sure)).toBe(kind);
});
