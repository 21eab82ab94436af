import { describe, expect, it } from "vitest";
import { mean } from "../../methods/homo-router/training/problem.ts";
import {
  allEqual,
  byDirection,
  bySureness,
  largeWorse,
  oneBest,
  type PolicyWorld,
  worldQuestions,
  worldTable,
} from "../../testing/lab/policy-world.ts";
import { meanCosts } from "./actions.ts";
import { chosenAt, pricesAhead } from "./choice.ts";
import {
  crossLearn,
  type Design,
  defaultLearn,
  type LearnProgress,
  possibleDesigns,
  scoresOf,
  trainModels,
} from "./learn.ts";

const draws = [1, 2, 3, 4, 5];
/** Accuracy per US dollar per 1,000 questions: from free to expensive. */
const lambdas = [0, 0.02, 0.05, 0.1, 0.5];

interface Played {
  /** Mean P(right) − λ · cost that the policy loses to the best choice per question. */
  regret: number;
  base: number;
}

function played(world: PolicyWorld, design: Design, draw: number, at: readonly number[]): Played[] {
  const table = worldTable(world, 200, draw);
  const models = trainModels(table, design, defaultLearn);
  const expected = pricesAhead(meanCosts(table.rows), table.base);
  const prices = pricesAhead(world.costs, table.base);
  const sure = world.features.indexOf("sure");
  const asked = worldQuestions(world, 2000, 777).map(({ features, vector, truth }) => ({
    truth,
    scores: scoresOf(models, { features, vector, sure: features[sure] ?? null }),
  }));
  return at.map((lambda) => {
    let [regret, base] = [0, 0];
    for (const { scores, truth } of asked) {
      const worths = truth.map((p, action) => p - lambda * (prices[action] ?? 0));
      const chosen = chosenAt(scores, expected, lambda);
      regret += Math.max(...worths) - (worths[chosen] ?? 0);
      base += Number(chosen === table.base);
    }
    return { regret: regret / asked.length, base: base / asked.length };
  });
}

function over(world: PolicyWorld, design: Design, at: readonly number[] = lambdas): Played[] {
  const all = draws.map((draw) => played(world, design, draw, at));
  return at.map((_, place) => ({
    regret: mean(all.map((one) => one[place]?.regret ?? Number.NaN)),
    base: mean(all.map((one) => one[place]?.base ?? Number.NaN)),
  }));
}

describe("in a world that is known, 200 questions", { timeout: 120_000 }, () => {
  const worlds: [string, PolicyWorld, Design][] = (
    [
      [oneBest, "run"],
      [largeWorse, "run"],
      [allEqual, "run"],
      [bySureness, "run"],
      [bySureness, "sureness"],
      [byDirection, "question"],
      [byDirection, "both"],
    ] as const
  ).map(([world, design]) => [world.title, world, design]);

  it.each(worlds)("%s: within 2 points of each question's best action", (_, world, design) => {
    for (const { regret } of over(world, design)) expect(regret).toBeLessThan(0.02);
  });

  it("leaves the base's answer where nothing is better", () => {
    const left = (world: PolicyWorld, lambda: number) => over(world, "run", [lambda])[0]?.base;
    expect(left(allEqual, 0.2)).toBeGreaterThan(0.75);
    expect(left(largeWorse, 0.05)).toBeGreaterThan(0.95);
    expect(left(oneBest, 1)).toBeGreaterThan(0.95);
  });
});

describe("cross-validated", () => {
  const few = { ...defaultLearn, folds: 4, deals: 2 };

  it("tells every row by models that have not seen it", () => {
    // Random labels, features that identify the row: only memorising would help.
    const table = worldTable(allEqual, 60, 5);
    const rows = table.rows.map((row, at) => ({ ...row, features: [at % 7, (at * 13) % 11] }));
    const deals = crossLearn({ ...table, rows }, ["run"], few);
    expect(deals).toHaveLength(2);
    for (const { told, foldOf, within } of deals) {
      expect(told).toHaveLength(60);
      expect(new Set(foldOf).size).toBe(4);
      for (const [fold, { places, told: inner }] of within.entries()) {
        expect(inner).toHaveLength(places.length);
        expect(places.some((place) => foldOf[place] === fold)).toBe(false);
      }
    }
    const changed = rows.map((row, at) =>
      at === 7 ? { ...row, labels: row.labels.map((label) => 1 - label) } : row,
    );
    const again = crossLearn({ ...table, rows: changed }, ["run"], few);
    const told = (all: typeof deals, row: number) => all.map((deal) => deal.told[row]?.scores);
    expect(told(again, 7)).toEqual(told(deals, 7));
    const other = deals[0]?.foldOf.findIndex((fold) => fold !== deals[0]?.foldOf[7]) ?? 0;
    expect(told(again, other)).not.toEqual(told(deals, other));
  });

  it("is the same for the same seed, and counts its trainings", () => {
    const table = worldTable(bySureness, 40, 2);
    const told: LearnProgress[] = [];
    const hooks = { onProgress: (progress: LearnProgress) => told.push(progress) };
    const deals = crossLearn(table, ["run", "sureness"], few, hooks);
    expect(crossLearn(table, ["run", "sureness"], few)).toEqual(deals);
    expect(told.at(-1)).toEqual({ trained: 32, trainings: 32 });
  });

  it("can be stopped", () => {
    const signal = { aborted: true };
    expect(() => crossLearn(worldTable(oneBest, 40, 2), ["run"], few, { signal })).toThrow(
      expect.objectContaining({ code: "stopped" }),
    );
  });
});

it("takes the designs that there are the inputs of", () => {
  expect(possibleDesigns(worldTable(oneBest, 30, 1))).toEqual(["run"]);
  expect(possibleDesigns(worldTable(bySureness, 30, 1))).toEqual(["run", "sureness"]);
  expect(possibleDesigns(worldTable(byDirection, 30, 1))).toEqual(["question", "run", "both"]);
});

it("lets the heads add to the line as much as proves true", { timeout: 60_000 }, () => {
  const table = worldTable(byDirection, 120, 3);
  const weightOf = (rows: typeof table.rows) =>
    trainModels({ ...table, rows }, "both", defaultLearn).heads?.weight ?? Number.NaN;
  expect(weightOf(table.rows)).toBeGreaterThan(0.7);
  const mixed = table.rows.map((row, at) => ({
    ...row,
    vector: table.rows[(at * 7 + 3) % table.rows.length]?.vector ?? null,
  }));
  expect(weightOf(mixed)).toBeLessThan(0.35);
});
