import { describe, expect, it } from "vitest";
import { seededRandom } from "../../shared/random.ts";
import { labResultOf, worldBatch, worldCombinations } from "../../testing/lab/stage-world.ts";
import { analyse } from "../analysis/analyse.ts";
import { comparePairs } from "../analysis/compare.ts";
import { tableOf } from "../analysis/table.ts";
import type { LabResult } from "../types.ts";
import { holm } from "./holm.ts";
import { pairedTest } from "./paired-test.ts";
import { drawResamples } from "./resample.ts";

describe("Holm's correction", () => {
  it("is that computed by hand", () => {
    // 0.005 × 4, 0.01 × 3, 0.03 × 2, and 0.04 × 1, which may not be below the one before.
    const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
    for (const [at, p] of [0.03, 0.06, 0.06, 0.02].entries()) {
      expect(adjusted[at]).toBeCloseTo(p, 12);
    }
    expect(holm([0.9, 0.6])).toEqual([1, 1]);
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });
});

describe("the paired test", () => {
  it("is that of tables", () => {
    expect(pairedTest(2.262157 / Math.sqrt(10), 1, 10)).toBeCloseTo(0.05, 3);
    expect(pairedTest(-3.249836 / Math.sqrt(10), 1, 10)).toBeCloseTo(0.01, 3);
    expect(pairedTest(0.1984217, 1, 100)).toBeCloseTo(0.05, 4);
    expect(pairedTest(0, 1, 100)).toBe(1);
    expect(pairedTest(0.1, 0, 5)).toBe(0.0625);
  });
});

const simulations = 300;
const questions = 100;
const ids = worldCombinations.map(({ id }) => id);
const pairs = ids.flatMap((base, at) => ids.slice(at + 1).map((other) => ({ base, with: other })));

function nothingDiffers(seed: number, graded: boolean): LabResult[] {
  const random = seededRandom(seed);
  return Array.from({ length: questions }, (_, at) => {
    const ease = random();
    return ids.map((id) => {
      const score = graded ? (ease + random()) / 2 : random() < 0.25 + ease / 2 ? 1 : 0;
      return labResultOf(`q${at}`, id, score);
    });
  }).flat();
}

function falseAlarms(graded: boolean) {
  const metric = graded ? "f1" : "coverEm";
  let corrected = 0;
  let single = 0;
  for (let seed = 0; seed < simulations; seed += 1) {
    const table = tableOf(worldBatch, nothingDiffers(seed, graded));
    const compared = comparePairs(table, drawResamples(questions, 200, seed), metric, pairs);
    if (compared.some(({ verdict }) => verdict !== "undecided")) corrected += 1;
    if (compared.some(({ gain }) => gain.low > 0 || gain.high < 0)) single += 1;
  }
  return { corrected: corrected / simulations, single: single / simulations };
}

const most = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / simulations);

describe(`${simulations} simulations of eight configurations that are the same`, () => {
  it.each([
    ["right or wrong", false],
    ["graded", true],
  ] as const)(
    "28 pairs at once raise a false alarm in no more than 5 %%: %s",
    (_, graded) => {
      const { corrected, single } = falseAlarms(graded);
      expect(corrected).toBeLessThanOrEqual(most);
      // Without the correction there are many, so the simulation can detect them.
      expect(single).toBeGreaterThan(0.3);
    },
    120_000,
  );

  it("the advice keeps to small models in all but 5 %", () => {
    let large = 0;
    for (let seed = 0; seed < simulations; seed += 1) {
      const by = { metric: "coverEm", cost: "largeTokens", rounds: 50 } as const;
      const { advice } = analyse(worldBatch, nothingDiffers(seed, false), by);
      if (advice.some(({ kind }) => kind === "use-large")) large += 1;
    }
    expect(large / simulations).toBeLessThanOrEqual(most);
  }, 120_000);
});
