import { describe, expect, it } from "vitest";
import type { Trials } from "../../methods/homo-router/training/trials.ts";
import { bootstrapMean } from "../statistics/interval.ts";
import { wilson } from "../statistics/wilson.ts";
import { routerCosts } from "./costs.ts";
import { routerFigures } from "./figures.ts";
import { winTieLose } from "./win-tie-lose.ts";

describe("win, tie and lose", () => {
  it("counts question by question, rounding apart", () => {
    const third = 0.1 + 0.2;
    const { win, tie, lose } = winTieLose([1, 0.5, third, 0, 1], [0, 0.5, 0.3, 1, 0.2]);
    expect([win.count, tie.count, lose.count]).toEqual([2, 2, 1]);
    expect(win).toEqual({ count: 2, ...wilson(2, 5) });
    expect(lose.n).toBe(5);
  });

  it("is the other way round from the other side", () => {
    const [a, b] = [
      [1, 0, 0.5, 0.25],
      [0, 0, 0.75, 0],
    ];
    const { win, tie, lose } = winTieLose(a, b);
    expect(winTieLose(b, a)).toEqual({ win: lose, tie, lose: win });
  });
});

/** Four questions, two tools; the router is right on 1, 2 and 4, without refinement on 1 and 2. */
const trials: Trials = {
  toolIds: ["none", "web"],
  testOn: null,
  questions: ["a", "b", "c", "d"].map((id) => ({ id, question: `${id}?` })),
  labels: [
    [1, 0],
    [0, 1],
    [1, 0.5],
    [0.25, 0.75],
  ],
  trainedOn: 4,
  trials: [
    {
      alpha: 0.5,
      predicted: [
        [0.9, 0.1],
        [0.2, 0.8],
        [0.3, 0.4],
        [0.1, 0.6],
      ],
    },
    {
      alpha: 1,
      predicted: [
        [0.9, 0.1],
        [0.2, 0.8],
        [0.3, 0.4],
        [0.6, 0.1],
      ],
    },
  ],
  dropped: [],
};

describe("HomoRouter's figures", () => {
  it("are true scores of what was chosen, over all questions", () => {
    const figures = routerFigures(trials);
    expect(figures.questions).toBe(4);
    expect(figures.random.mean).toBeCloseTo((0.5 + 0.5 + 0.75 + 0.5) / 4, 12);
    expect(figures.fixed.map(({ mean }) => mean)).toEqual([2.25 / 4, 2.25 / 4]);
    expect(figures.oracle.mean).toBe(3.75 / 4);
    expect(figures.trials.map(({ accuracy }) => accuracy.mean)).toEqual([3.25 / 4, 2.75 / 4]);
    expect(figures.trials[0]?.accuracy).toEqual(bootstrapMean([1, 1, 0.5, 0.75]));
    expect(figures.overTrials.map(({ mean }) => mean)).toEqual([0.5 / 4]);
    expect(figures.overFixed.map(({ mean }) => mean)).toEqual([1 / 4, 1 / 4]);
  });

  it("have J as the divergence of two softmaxes", () => {
    const twoOf = (p: number, l: number) => {
      const share = (gap: number) => 1 / (1 + Math.exp(-gap));
      const [a, b] = [share(p), share(l)];
      return a * Math.log(a / b) + (1 - a) * Math.log((1 - a) / (1 - b));
    };
    const j = (twoOf(0.8, 1) + twoOf(-0.6, -1) + twoOf(-0.1, 0.5) + twoOf(-0.5, -0.5)) / 4;
    expect(routerFigures(trials).trials[0]?.j.mean).toBeCloseTo(j, 12);
  });

  it("hold every pair of tools, and the router against each", () => {
    const counts = routerFigures(trials).pairs.map(({ left, right, win, tie, lose }) => [
      left,
      right,
      win.count,
      tie.count,
      lose.count,
    ]);
    expect(counts).toEqual([
      [0, 1, 2, 0, 2],
      [null, 0, 2, 1, 1],
      [null, 1, 1, 3, 0],
    ]);
  });
});

describe("what the strategies cost", () => {
  it("follows the tools that they choose, the cheaper of equally good ones", () => {
    const labels = [...trials.labels.slice(1), [0.5, 0.5]];
    expect(routerCosts({ ...trials, labels }, [0, 8])).toEqual({
      random: 4,
      fixed: [0, 8],
      oracle: 4,
      trials: [6, 4],
    });
  });

  it("is unknown where a chosen tool's price is", () => {
    expect(routerCosts(trials, [0, null])).toEqual({
      random: null,
      fixed: [0, null],
      oracle: null,
      trials: [null, null],
    });
  });
});
