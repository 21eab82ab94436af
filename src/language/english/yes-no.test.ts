import { describe, expect, it } from "vitest";
import { isTrue, saysYes } from "./yes-no.ts";

describe("yes and no", () => {
  it.each([
    ["Yes", true, true],
    ["no", false, false],
    ["**No**, it lies in Asia.", false, null],
    ["true", null, true],
    ["False", null, false],
    ["yesterday", null, null],
    ["Norway", null, null],
    ["", null, null],
  ])("in %j: %j at its beginning, %j alone", (text, says, alone) => {
    expect(saysYes(text)).toBe(says);
    expect(isTrue(text)).toBe(alone);
  });
});
