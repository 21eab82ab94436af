import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allEqual,
  bySureness,
  largeWorse,
  oneBest,
  worldTable,
} from "../../testing/lab/policy-world.ts";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import type { ActionTable } from "./actions.ts";
import { chosenAt, costInAll, pricesAhead } from "./choice.ts";
import { outsideOf, type Point, type PolicyCurves, policyCurves } from "./curve.ts";
import { crossLearn, type Design, defaultLearn, possibleDesigns } from "./learn.ts";

const settings = { ...defaultLearn, folds: 5 };

function curvesOf(table: ActionTable, wanted: Design[] = possibleDesigns(table)): PolicyCurves {
  return policyCurves(table, crossLearn(table, wanted, settings), wanted);
}

const worthAt = ({ accuracy, cost }: Point, lambda: number) =>
  accuracy.mean - lambda * 1000 * cost.mean;

const table = worldTable(bySureness, 120, 4);
const curves = curvesOf(table);
const learnedBy = (design: Design, all = curves) => {
  const found = all.learned.find((one) => one.design === design);
  if (found === undefined) throw new Error(`no ${design}`);
  return found;
};

describe("choosing at a price", () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 4,
    maxLength: 4,
  });
  const costs = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), {
    minLength: 4,
    maxLength: 4,
  });
  const lambda = fc.double({ min: 0, max: 100, noNaN: true });

  it("never costs more where money is dearer", () => {
    fc.assert(
      fc.property(scores, costs, lambda, lambda, (p, spent, one, other) => {
        const prices = pricesAhead(spent, 0);
        const priceAt = (at: number) => prices[chosenAt(p, prices, at)] ?? 0;
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(priceAt(high)).toBeLessThanOrEqual(priceAt(low) + 1e-9);
      }),
    );
  });

  it("leaves the base's answer where money is endlessly dear", () => {
    fc.assert(
      fc.property(scores, costs, fc.nat(3), (p, spent, base) => {
        expect(chosenAt(p, pricesAhead(spent, base), 1e12)).toBe(base);
        expect(costInAll(spent, base, base)).toBe(spent[base]);
      }),
    );
  });
});

describe("the picture", () => {
  it("begins at the base alone, and rises in cost", () => {
    for (const { points } of curves.learned) {
      const [first] = points;
      expect(first?.accuracy.mean).toBeCloseTo(curves.fixed[0]?.accuracy.mean ?? 0, 12);
      expect(first?.shares).toEqual([1, 0, 0, 0]);
      expect(points.at(-1)?.lambda).toBe(0);
      for (const [at, point] of points.slice(1).entries()) {
        expect(point.lambda).toBeLessThan(points[at]?.lambda ?? 0);
        expect(point.expected.cost).toBeGreaterThanOrEqual(
          (points[at]?.expected.cost ?? 0) - 1e-12,
        );
        expect(point.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      }
    }
  });

  it("has nothing above the oracle at any price", () => {
    const { oracle, fixed, cascades, cascade, learned } = curves;
    const all: Point[] = [
      ...fixed,
      ...cascade,
      ...cascades.flatMap(({ points }) => points),
      ...learned.flatMap(({ points, tuned }) => [...points, ...tuned]),
    ];
    for (const point of oracle) {
      for (const other of all) {
        expect(worthAt(point, point.lambda)).toBeGreaterThanOrEqual(
          worthAt(other, point.lambda) - 1e-9,
        );
      }
    }
    expect(oracle.at(-1)?.accuracy.mean).toBeGreaterThan(0.85);
  });

  it("has a cascade for every action but the base, from never to always", () => {
    expect(curves.sureness).toBe("sure");
    expect(curves.cascades.map(({ target }) => target)).toEqual(["SSL", "SLL", "LLL"]);
    for (const { target, points } of curves.cascades) {
      expect(points[0]?.again).toBe(0);
      expect(points.at(-1)?.again).toBe(1);
      const always = curves.fixed.find(({ id }) => id === target);
      expect(points.at(-1)?.accuracy.mean).toBeCloseTo(always?.accuracy.mean ?? 0, 12);
    }
  });

  it("goes by the other features where there is no verifier", () => {
    const bare = curvesOf(worldTable(oneBest, 60, 1));
    expect(bare.sureness).toBe("run");
    expect(bare.cascades).toHaveLength(3);
  });

  it("keeps to what was set, nearly: the budget is of other questions", () => {
    const large = curves.fixed.find(({ id }) => id === curves.allLarge)?.cost.mean ?? 0;
    expect(curves.allLarge).toBe("LLL");
    for (const { tuned } of curves.learned) {
      for (const { share, cost } of tuned) expect(cost.mean / large).toBeLessThan(share + 0.06);
    }
  });
});

describe("against what it must be better than", () => {
  it("is paired with every action, for no more than that costs", () => {
    for (const { matched } of curves.learned) {
      expect(matched.map(({ against }) => against)).toEqual(["SSS", "SSL", "SLL", "LLL"]);
      expect(matched[0]?.gain).toMatchObject({ mean: 0, low: 0, high: 0 });
      for (const { gain, learned, other } of matched) {
        expect(gain.mean).toBeCloseTo(learned.accuracy.mean - other.accuracy.mean, 9);
        expect(gain.low).toBeLessThanOrEqual(gain.mean);
      }
    }
  });

  it("is as right as all large for half its cost where sureness tells, and says so", () => {
    const { half } = learnedBy(
      "sureness",
      curvesOf(worldTable(bySureness, 300, 8), ["run", "sureness"]),
    );
    expect(half).toMatchObject({ against: "LLL", holds: true });
    expect(half?.gain.mean).toBeGreaterThan(0.03);
    expect(half?.costShare.mean).toBeLessThanOrEqual(0.5);
  });

  it("says surely where the small model is the better one, and for nothing", () => {
    const { half } = learnedBy("run", curvesOf(worldTable(largeWorse, 300, 8)));
    expect(half).toMatchObject({ holds: true, surely: true });
  });

  it("has no half of nothing", () => {
    const free = worldTable(oneBest, 40, 1);
    const rows = free.rows.map((row) => ({ ...row, costs: row.costs.map(() => 0) }));
    expect(learnedBy("run", curvesOf({ ...free, rows })).half).toBeNull();
  });

  it("claims nothing where there is nothing", () => {
    const gains = [1, 2, 3, 4].flatMap((draw) =>
      learnedBy("run", curvesOf(worldTable(allEqual, 120, draw))).matched.map(({ gain }) => gain),
    );
    expect(gains.filter(({ low }) => low > 0).length).toBeLessThanOrEqual(2);
  });

  it("takes another report's configurations, on the questions that both have", () => {
    const results = table.rows
      .slice(0, 50)
      .map(({ id }, at) => labResultOf(id, "decision", at % 2, [], {}));
    const configuration = worldBatch.configurations[0];
    if (configuration === undefined) throw new Error("no configuration");
    const other = { configurations: [{ ...configuration, id: "decision", title: "Decision" }] };
    const outside = outsideOf(other, results, { metric: "right", cost: "usd" });
    const deals = crossLearn(table, ["run"], settings);
    const shown = policyCurves(table, deals, ["run"], outside);
    expect(shown.outside).toMatchObject([{ id: "decision", accuracy: { mean: 0.5, n: 50 } }]);
    const { matched } = learnedBy("run", shown);
    expect(matched.at(-1)).toMatchObject({ against: "decision", gain: { n: 50 } });
    const few = outsideOf(other, results.slice(0, 5), { metric: "right", cost: "usd" });
    expect(policyCurves(table, deals, ["run"], few).outside).toEqual([]);
  });
});
