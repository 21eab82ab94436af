import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { misspeltName, slipsBetween } from "./near-names.ts";

const names = ["Portugal", "New Zealand", "Colombia", "Tallinn", "Virgin Islands"];
const rules = {
  isForm: (word: string, name: string) => word === `${name}n`,
  mayPrecedeName: (word: string) => word === "of",
};

describe("misspeltName", () => {
  it.each([
    ["a letter too many", "What is the capital of Portugual?", "Portugual", ["Portugal"]],
    ["a letter too few", "Which country has Talinn as its capital?", "Talinn", ["Tallinn"]],
    ["swapped letters", "What does Colombai export?", "Colombai", ["Colombia"]],
    ["part of a name", "Who leads New Zeland?", "Zeland", ["Zealand"]],
    ["no capitals", "what is the capital of portugual", "portugual", ["Portugal"]],
  ])("finds %s", (_name, question, word, nearest) => {
    expect(misspeltName(question, names, rules)).toEqual({ word, nearest });
  });

  it.each([
    ["is spelt right", "What is the capital of Portugal?"],
    ["is another form", "Which Colombian city is the largest?"],
    ["is no name's place", "who was the colombus in the story"],
    ["is in a question with names that the library lacks", "Did the crew of Columbia meet Laika?"],
    ["is part of no whole name", "Who wrote about Virgil?"],
    ["is short", "What is a Talin?"],
  ])("leaves alone what %s", (_name, question) => {
    expect(misspeltName(question, names, rules)).toBeNull();
  });
});

describe("slipsBetween", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), maxLength: 7 });

  it("counts a swap of neighbours once", () => {
    expect(slipsBetween("colombai", "colombia")).toBe(1);
    expect(slipsBetween("kitten", "sitting")).toBe(3);
  });

  it("is nothing for the same word, and the same both ways", () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const slips = slipsBetween(one, other);
        expect(slips === 0).toBe(one === other);
        expect(slipsBetween(other, one)).toBe(slips);
        expect(slips).toBeLessThanOrEqual(Math.max(one.length, other.length));
      }),
    );
  });
});
