import { describe, expect, it } from "vitest";
import { borderFunctions } from "./border-functions.ts";
import { adversarialUnits, alone, growthOf, mostGrowth, pair } from "./growth.ts";
import { coreFunctions } from "./text-functions.ts";

const functions = { ...coreFunctions, ...borderFunctions };

/** In pairs those by which most forms are parted; all pairs of all units would take an hour. */
const paired = [" ", "\n", "Name ", "1", ",", ".", "*", '"', "<b>", "é"];

const texts = [
  ...adversarialUnits.flatMap(alone),
  ...paired.flatMap((one, at) => paired.slice(at + 1).flatMap((other) => pair(one, other))),
];

describe("the time that a text takes", () => {
  it.each(Object.entries(functions))(
    "by %s grows with its length",
    (_, work) => {
      const grown: string[] = [];
      for (const [name, make] of texts) {
        if (grown.length >= 5) break;
        const growth = growthOf(work, make);
        if (growth === null) continue;
        grown.push(`${name}: × ${growth.ratio.toFixed(1)}, ${growth.ms.toFixed(1)} ms`);
      }
      expect(grown, `linear is × 4, at most × ${mostGrowth} is`).toEqual([]);
    },
    180_000,
  );
});
