import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersNamed } from "./numbers-named.ts";

describe("numbersNamed", () => {
  it.each([
    ["1, 3", [1, 3]],
    ["[1][2][3].", [1, 2, 3]],
    ["The relevant ones are: 2 and 4", [2, 4]],
    ["2-4", [2, 3, 4]],
    ["[2] to [4]", [2, 3, 4]],
    ["3, 3, 1", [3, 1]],
    ["Relevant: 1, 3. Not relevant: 2, 5", [1, 3]],
    ["1 (2 is not sufficient)", [1]],
  ])("names %s", (output, numbers) => {
    expect(numbersNamed(output, 5)).toEqual(numbers);
  });

  it.each([
    "none",
    "No.",
    "None of the 5 passages",
    "no, 1 is about another film",
    "Passage 3 is not relevant.",
  ])("takes “%s” for none", (output) => {
    expect(numbersNamed(output, 5)).toEqual([]);
  });

  it.each(["", "yes", "all of them", "7", "2009"])("can do nothing with “%s”", (output) => {
    expect(numbersNamed(output, 5)).toBeNull();
  });

  it("never names a passage that is not there", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.integer({ min: 0, max: 9 }),
        (output, most) => {
          const numbers = numbersNamed(`${output} 3-99999999`, most) ?? [];
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(numbers.every((number) => number >= 1 && number <= most)).toBe(true);
        },
      ),
    );
  });
});
