/** FAKE: a pipeline of known worth. All stages must succeed; the models of a stage share its luck. */
import type { PipelineRun, PipelineRuns } from "../../evaluation/pipelines/runs.ts";
import {
  digitsOf,
  mainWeights,
  setupCount,
  shapleyWeights,
  type Upgrade,
} from "../../evaluation/statistics/shapley.ts";
import { seededRandom, shuffled } from "../../shared/random.ts";

export interface PipelineWorld {
  stages: readonly string[];
  models: readonly number[];
  /** For each stage and model: success on easy and hard questions, and mean dollars. */
  success: readonly (readonly (readonly [number, number])[])[];
  usd: readonly (readonly number[])[];
}

export function pipelineWorld(models: readonly number[], seed: number): PipelineWorld {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  return {
    stages: models.map((_, at) => `stage ${at + 1}`),
    models,
    success: models.map((count) =>
      Array.from({ length: count }, () => [between(0.7, 1), between(0.4, 0.95)] as const),
    ),
    // Later models cost more, which orders them.
    usd: models.map((count) =>
      Array.from({ length: count }, (_, at) => 0.001 * 10 ** at * between(0.8, 1.2)),
    ),
  };
}

/** Half of the questions are hard. */
export function trueScore({ models, success }: PipelineWorld, setup: number): number {
  const digits = digitsOf(setup, models);
  const of = (ease: 0 | 1) =>
    digits.reduce((product, digit, at) => product * (success[at]?.[digit]?.[ease] ?? 0), 1);
  return (of(0) + of(1)) / 2;
}

export function trueUsd({ models, usd }: PipelineWorld, setup: number): number {
  return digitsOf(setup, models).reduce((sum, digit, at) => sum + (usd[at]?.[digit] ?? 0), 0);
}

export function trueEffect(
  world: PipelineWorld,
  upgrade: Upgrade,
  kind: { figure: "score" | "usd"; by: "shapley" | "main" },
): number {
  const weights = (kind.by === "shapley" ? shapleyWeights : mainWeights)(world.models, upgrade);
  const worth = kind.figure === "score" ? trueScore : trueUsd;
  return weights.reduce((sum, weight, setup) => sum + weight * worth(world, setup), 0);
}

/** No upgrade changes anything, except those of the first stages. */
export function nullWorld(models: readonly number[], seed: number, except = 0): PipelineWorld {
  const world = pipelineWorld(models, seed);
  return {
    ...world,
    success: world.success.map((stage, at) =>
      at < except ? stage : stage.map((own) => stage[0] ?? own),
    ),
  };
}

export interface Asking {
  questions: number;
  seed: number;
  /** The share of outcomes that there are. */
  outcomes?: number;
  /** The share of setups that were asked at all. */
  setups?: number;
  repeats?: number;
  /** Models of a stage do not share its luck, so that equally good ones differ by chance. */
  ownLuck?: true;
}

export function askedOf(
  world: PipelineWorld,
  { questions, seed, outcomes = 1, setups = 1, repeats = 1, ownLuck }: Asking,
): PipelineRuns {
  const random = seededRandom(seed);
  const all = Array.from({ length: setupCount(world.models) }, (_, setup) => setup);
  const asked = shuffled(all, random).slice(0, Math.round(setups * all.length));
  const runs: PipelineRun[] = [];
  for (let at = 0; at < questions; at += 1) {
    const ease = random() < 0.5 ? 0 : 1;
    const length = 0.5 + random();
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const luck = world.models.map((count) => {
        const shared = random();
        return Array.from({ length: count }, () => (ownLuck ? random() : shared));
      });
      for (const setup of asked) {
        if (random() < outcomes) {
          runs.push(
            runOf(
              world,
              setup,
              { question: `q${at}`, repeat: `${repeat}` },
              ease,
              luck,
              length * (0.8 + 0.4 * random()),
            ),
          );
        }
      }
    }
  }
  return { stages: world.stages, runs };
}

function runOf(
  world: PipelineWorld,
  setup: number,
  place: Pick<PipelineRun, "question" | "repeat">,
  ease: 0 | 1,
  luck: readonly (readonly number[])[],
  length: number,
): PipelineRun {
  const digits = digitsOf(setup, world.models);
  const isRight = digits.every(
    (digit, at) => (luck[at]?.[digit] ?? 1) < (world.success[at]?.[digit]?.[ease] ?? 0),
  );
  return {
    ...place,
    models: digits.map((digit) => `model ${digit + 1}`),
    score: isRight ? 1 : 0,
    usd: trueUsd(world, setup) * length,
    tokens: null,
    seconds: null,
  };
}
