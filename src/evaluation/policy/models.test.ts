import { describe, expect, it } from "vitest";
import { seededRandom } from "../../shared/random.ts";
import { lineScores, type Observed, surenessScores, trainLine, trainSureness } from "./models.ts";

function drawn(count: number, truth: (x: number) => number[], seed = 1): Observed[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const x = random();
    return { features: [x, random()], labels: truth(x).map((p) => Number(random() < p)) };
  });
}

describe("the line", () => {
  it("finds what hangs on a feature, and little where nothing does", () => {
    const line = trainLine(drawn(400, (x) => [x, 0.5]));
    const [low = [], high = []] = [0.1, 0.9].map((x) => lineScores(line, [x, 0.5]));
    expect(low[0]).toBeCloseTo(0.1, 0.9);
    expect((high[0] ?? 0) - (low[0] ?? 0)).toBeGreaterThan(0.6);
    expect(Math.abs((high[1] ?? 0) - (low[1] ?? 0))).toBeLessThan(0.2);
    const [few = [], many = []] = [0, 1].map((x) => lineScores(line, [0.5, x]));
    expect(Math.abs((few[0] ?? 0) - (many[0] ?? 0))).toBeLessThan(0.1);
  });

  it("holds differences back where they may be chance, and keeps their order", () => {
    const equal = drawn(60, () => [0.5, 0.5, 0.5, 0.5]).map(({ labels }) => ({
      features: [],
      labels,
    }));
    const means = [0, 1, 2, 3].map(
      (action) => equal.reduce((sum, { labels }) => sum + (labels[action] ?? 0), 0) / 60,
    );
    const scores = lineScores(trainLine(equal), []);
    const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(span(scores)).toBeLessThan(span(means) / 2);
    const best = means.indexOf(Math.max(...means));
    expect(scores.indexOf(Math.max(...scores))).toBe(best);
  });

  it("makes nothing of a feature that never varies, nor of actions that never differ", () => {
    const rows = drawn(50, (x) => [x]).map(({ features, labels }) => ({
      features: [features[0] ?? 0, 3],
      labels: [labels[0] ?? 0, labels[0] ?? 0],
    }));
    const line = trainLine(rows);
    const [a, b] = lineScores(line, [0.4, 3]);
    expect(a).toBeCloseTo(b ?? 0, 12);
    expect(lineScores(line, [0.4, 99])[0]).toBeCloseTo(a ?? 0, 12);
    const without = trainLine(rows.map(({ labels }) => ({ features: [], labels })));
    expect(lineScores(without, []).every(Number.isFinite)).toBe(true);
  });
});

describe("sureness", () => {
  it("is calibrated to what came true", () => {
    // Overconfident: sureness 0.9 is right in 6 of 10.
    const truth = (sure: number) => [0.5 + 0.25 * (sure - 0.5), 0.6];
    const told = trainSureness(drawn(800, truth), 0);
    const [base = 0, other = 0] = surenessScores(told, 0.9);
    expect(base).toBeCloseTo(0.6, 1);
    expect(other).toBeCloseTo(0.6, 1);
  });

  it("never lets an action do worse where the base is surer", () => {
    const told = trainSureness(
      drawn(300, (sure) => [sure, 1 - sure]),
      0,
    );
    expect(told.slopes[1]).toBe(0);
    const [unsure = [], sure = []] = [0, 1].map((share) => surenessScores(told, share));
    expect(sure[1]).toBe(unsure[1]);
    expect(sure[0]).toBeGreaterThan(0.8);
  });

  it("stays finite where every answer is right, or every sureness an end of the scale", () => {
    const rows = [0, 1, 0, 1].map((x) => ({ features: [x], labels: [1, x] }));
    expect(surenessScores(trainSureness(rows, 0), 1).every(Number.isFinite)).toBe(true);
  });
});
