import { describe, expect, it } from "vitest";
import { isTrue, isUnknown, saysYes } from "./answer-phrases.ts";

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

describe("isUnknown", () => {
  it.each([
    "unknown",
    "**Unknown**.",
    "None",
    "none of the passages tells",
    "N/A",
    "unknown (the texts say nothing)",
    "Unknown from these texts",
    "I don't know the answer",
    "not stated in the text",
  ])("takes %j for no answer", (text) => {
    expect(isUnknown(text)).toBe(true);
  });

  it.each([
    "Unknown Pleasures",
    "None of the Above",
    "Nonesuch Records",
    "The Unknown Soldier",
    "NASA",
  ])("takes %j for an answer", (text) => {
    expect(isUnknown(text)).toBe(false);
  });
});
