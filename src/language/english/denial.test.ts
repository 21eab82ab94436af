import { describe, expect, it } from "vitest";
import { isUnknown } from "./denial.ts";

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
