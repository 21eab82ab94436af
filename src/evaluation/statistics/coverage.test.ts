import { describe, expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import {
  exampleWorld,
  sampleWorld,
  trueAccuracy,
  trueTokens,
  worldBatch,
  worldCombinations,
} from "../../testing/lab/stage-world.ts";
import { combinationIds } from "../analysis/combination-ids.ts";
import { stageRois } from "../analysis/stage-roi.ts";
import { stageVerdicts } from "../analysis/stage-verdicts.ts";
import { tableOf } from "../analysis/table.ts";
import type { Interval } from "../types.ts";
import { drawResamples } from "./resample.ts";
import { shapleyWeights } from "./shapley.ts";

const simulations = 500;
const world = exampleWorld;
const ids = combinationIds(worldCombinations);

function truths(): Map<string, number> {
  const all = new Map<string, number>();
  const base = trueAccuracy(world, "SSS");
  stages.forEach((stage, at) => {
    const id = ["S", "S", "S"].with(at, "L").join("");
    const gain = trueAccuracy(world, id) - base;
    const tokens = trueTokens(world, at);
    all.set(`gain ${stage}`, gain);
    all.set(`ROI ${stage}, 1,000 tokens`, (gain / base / tokens) * 1000);
    all.set(`ROI ${stage}, dollar`, gain / base / (tokens * world.usdPerToken));
    all.set(`ROI ${stage}, call`, gain / base);
    all.set(
      `Shapley quality ${stage}`,
      shapleyOf((name) => trueAccuracy(world, name), at),
    );
    all.set(`Shapley cost ${stage}`, tokens);
  });
  return all;
}

/** Follows the definition; stage 0 is the lowest bit. */
function shapleyOf(worth: (id: string) => number, stage: number): number {
  return shapleyWeights([2, 2, 2], { stage, model: 1 }).reduce((sum, weight, bits) => {
    const id = stages.map((_, at) => ((bits >> at) & 1 ? "L" : "S")).join("");
    return sum + weight * worth(id);
  }, 0);
}

function estimates(questions: number, rounds: number, seed: number): Map<string, Interval | null> {
  const table = tableOf(worldBatch, sampleWorld(world, questions, seed));
  const resamples = drawResamples(questions, rounds, seed);
  const all = new Map<string, Interval | null>();
  for (const { stage, gain, roi } of stageRois(table, resamples, "coverEm", ids)) {
    all.set(`gain ${stage}`, gain);
    all.set(`ROI ${stage}, 1,000 tokens`, roi.largeTokens);
    all.set(`ROI ${stage}, dollar`, roi.usd);
    all.set(`ROI ${stage}, call`, roi.largeCalls);
  }
  for (const { stage, gain, cost } of stageVerdicts(table, resamples, "largeTokens", ids) ?? []) {
    all.set(`Shapley quality ${stage}`, gain);
    all.set(`Shapley cost ${stage}`, cost);
  }
  return all;
}

interface Recovery {
  covered: number;
  /** In standard errors of the mean. */
  bias: number;
  relativeBias: number;
}

function recover(questions: number, rounds: number): Map<string, Recovery> {
  const runs = Array.from({ length: simulations }, (_, at) =>
    estimates(questions, rounds, 1000 + at),
  );
  return new Map(
    [...truths()].map(([name, truth]) => {
      const found = runs.flatMap((run) => run.get(name) ?? []);
      const covered = found.filter(({ low, high }) => low <= truth && truth <= high).length;
      const errors = found.map(({ mean }) => mean - truth);
      const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length;
      const deviation = Math.sqrt(
        errors.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (errors.length - 1),
      );
      const bias = mean / (deviation / Math.sqrt(errors.length));
      return [name, { covered: covered / simulations, bias, relativeBias: mean / deviation }];
    }),
  );
}

const names = [...truths().keys()];

describe(`${simulations} simulations of 100 questions in eight combinations`, () => {
  const recovered = recover(100, 1000);

  it.each(names)("95 %% intervals hold the true %s", (name) => {
    expect(recovered.get(name)?.covered).toBeGreaterThanOrEqual(0.93);
  });

  it.each(names)("a ratio of so few questions is off by a fraction of its spread: %s", (name) => {
    expect(Math.abs(recovered.get(name)?.relativeBias ?? 1)).toBeLessThan(0.25);
  });
});

describe(`${simulations} simulations of 400 questions`, () => {
  const recovered = recover(400, 2);

  it.each(names)("no bias beyond the error of the simulation: %s", (name) => {
    expect(Math.abs(recovered.get(name)?.bias ?? 9)).toBeLessThan(3);
  });
});
