import { describe, expect, it } from "vitest";
import { borderFunctions } from "./border-functions.ts";
import { adversarialUnits, alone, growthOf, mostGrowth, pair } from "./growth.ts";
import { coreFunctions } from "./text-functions.ts";

const functions = { ...coreFunctions, ...borderFunctions };

/** Testing all pairs would take an hour. */
const paired = [" ", "\n", "Name ", "1", ",", ".", "*", '"', "<b>", "é"];

const single = adversarialUnits.flatMap(alone);
const pairs = paired.flatMap((one, at) =>
  paired.slice(at + 1).flatMap((other) => pair(one, other)),
);

/** Limits the pairs; single units are always tried. */
const pairsSeconds = 4;

describe("the time that a text takes", () => {
  it.each(Object.entries(functions))(
    "by %s grows with its length",
    (_, work) => {
      const grown: string[] = [];
      const from = performance.now();
      for (const [index, [name, make]] of [...single, ...pairs].entries()) {
        const isLate = performance.now() - from > 1000 * pairsSeconds;
        if (grown.length >= 5 || (isLate && index >= single.length)) break;
        const growth = growthOf(work, make);
        if (growth === null) continue;
        grown.push(`${name}: × ${growth.ratio.toFixed(1)}, ${growth.ms.toFixed(1)} ms`);
      }
      expect(grown, `linear is × 4, at most × ${mostGrowth} is`).toEqual([]);
    },
    180_000,
  );
});
