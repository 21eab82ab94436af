import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffled } from "../../shared/random.ts";
import { askedOf, pipelineWorld } from "../../testing/lab/pipeline-world.ts";
import { settleReplay } from "../../testing/lab/settle-replay.ts";
import type { Column } from "../statistics/resample.ts";
import { digitsOf, setupCount } from "../statistics/shapley.ts";
import { analysePipeline } from "./analyse-pipeline.ts";
import { pipelineTable } from "./runs.ts";
import { fractionsOf, looksOf, standingOf, stepsOf } from "./sequential.ts";

const pipelines = fc
  .array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 6 })
  .filter((models) => setupCount(models) <= 64);

function tableOf(...asked: Parameters<typeof askedOf>) {
  const table = pipelineTable(askedOf(...asked));
  if ("reason" in table) throw new Error(table.reason);
  return table;
}

function placesOf(questions: number, seed: number): number[] {
  const places = Array.from({ length: questions }, (_, at) => at);
  return shuffled(places, seededRandom(seed));
}

describe("the order of asking", () => {
  it("asks every question in every setup once", () => {
    fc.assert(
      fc.property(pipelines, fc.integer({ min: 1, max: 70 }), (models, questions) => {
        const cells = stepsOf(models, questions).flatMap(({ question, setups }) =>
          setups.map((setup) => question * setupCount(models) + setup),
        );
        const all = Array.from({ length: questions * setupCount(models) }, (_, at) => at);
        expect(cells.sort((a, b) => a - b)).toEqual(all);
      }),
    );
  });

  it("two models a stage: one half of the setups first", () => {
    expect(fractionsOf([2, 2, 2])).toEqual([
      [0, 3, 5, 6],
      [1, 2, 4, 7],
    ]);
    // One setup alone compares nothing.
    expect(fractionsOf([2])).toEqual([[0, 1]]);
  });

  it("looks at ever more questions, last at everything", () => {
    fc.assert(
      fc.property(pipelines, fc.integer({ min: 1, max: 300 }), (models, questions) => {
        const looks = looksOf(models, questions);
        expect(looks).toEqual([...new Set(looks)].sort((a, b) => a - b));
        expect(looks.at(-1)).toBe(stepsOf(models, questions).length);
      }),
    );
  });

  it("the first fractions alone give the effects of all models, where there is no noise", () => {
    fc.assert(
      fc.property(pipelines, fc.integer({ min: 1, max: 1000 }), (models, seed) => {
        const random = seededRandom(seed);
        const effects = models.map((count) => Array.from({ length: count }, () => random()));
        const outcomes = Array.from({ length: setupCount(models) }, (_, setup) => {
          const effect = digitsOf(setup, models).reduce(
            (sum, digit, stage) => sum + (effects[stage]?.[digit] ?? 0),
            0,
          );
          return Float64Array.from({ length: 30 }, (_, question) => effect + question);
        });
        const first = asked(models, outcomes, 30);
        for (const { stage, model, gain } of standingOf(models, first, 0.5)) {
          const own = effects[stage] ?? [];
          expect(gain).toBeCloseTo((own[model] ?? 0) - (own[0] ?? 0), 9);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function asked(models: readonly number[], outcomes: readonly Column[], steps: number): Column[] {
  const quality = outcomes.map((column) => new Float64Array(column.length).fill(Number.NaN));
  for (const { question, setups } of stepsOf(models, outcomes[0]?.length ?? 0).slice(0, steps)) {
    for (const setup of setups) {
      const column = quality[setup];
      if (column !== undefined) column[question] = outcomes[setup]?.[question] ?? Number.NaN;
    }
  }
  return quality;
}

describe("when to stop", () => {
  it("with everything asked, verdicts are those of the fixed design", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      for (const models of [
        [2, 2, 2],
        [3, 2],
      ]) {
        const table = tableOf(pipelineWorld(models, seed), { questions: 60, seed, ownLuck: true });
        const fixed = analysePipeline(table, { cost: "usd", rounds: 200 });
        const found = standingOf(models, table.quality, 1);
        expect(found.map(({ p, gain }) => ({ p, gain }))).toEqual(
          fixed.upgrades.map(({ p, gain }) => ({
            p: expect.closeTo(p, 9),
            gain: expect.closeTo(gain.mean, 9),
          })),
        );
        expect(found.map(({ state }) => (state === "hopeless" ? "open" : state))).toEqual(
          fixed.upgrades.map(({ advice }) => advice),
        );
      }
    }
  });

  it("a stage whose models never differ is given up at the first look", () => {
    const column = Float64Array.from({ length: 60 }, (_, at) => at % 2);
    const { calls, standings } = settleReplay(
      [2, 2],
      [column, column, column, column],
      [...column.keys()],
    );
    expect(calls).toBe(30 * 2);
    expect(standings.map(({ state }) => state)).toEqual(["hopeless", "hopeless"]);
  });

  it("a plain gain is settled early, with its sign; fewer than 30 questions settle nothing", () => {
    const worse = Float64Array.from({ length: 120 }, (_, at) => Number(at % 4 === 0));
    const better = Float64Array.from({ length: 120 }, (_, at) => Number(at % 4 !== 0));
    const outcomes = [worse, better, worse, better];
    const { calls, standings } = settleReplay([2, 2], outcomes, placesOf(120, 1));
    expect(standings.map(({ state }) => state)).toEqual(["large", "hopeless"]);
    expect(calls).toBeLessThan((120 * 4) / 2);
    const few = outcomes.map((one) => one.slice(0, 20));
    expect(standingOf([2, 2], few, 0.1).map(({ state }) => state)).toEqual(["open", "open"]);
  });

  it("setups that all failed leave a verdict open, not guessed", () => {
    const column = Float64Array.from({ length: 40 }, (_, at) => at % 2);
    const failed = new Float64Array(40).fill(Number.NaN);
    for (const one of standingOf([2, 2], [column, column, failed, failed], 0.9)) {
      expect(one).toMatchObject({ state: "open", p: 1, chance: 1 });
    }
  });
});
