/** FAKE worlds, where P(right) of every action is known. */
import { probit } from "simple-statistics";
import type { ActionTable, PolicyRow, RunFeatureId } from "../../evaluation/policy/actions.ts";
import { defaultLearn, type LearnSettings } from "../../evaluation/policy/learn.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { type Random, seededRandom } from "../../shared/random.ts";

export interface WorldQuestion {
  features: number[];
  vector: Float32Array | null;
  truth: number[];
}

export interface PolicyWorld {
  title: string;
  actions: readonly string[];
  /** The first action is the base. */
  costs: readonly number[];
  features: readonly RunFeatureId[];
  question: (random: Random) => WorldQuestion;
}

const usd = [0, 0.0003, 0.001, 0.002];
const names = ["SSS", "SSL", "SLL", "LLL"];
/** This feature says nothing, like half of the real ones. */
const idle = (random: Random) => Math.log1p(Math.floor(6 * random()));

function fixedWorld(title: string, truth: readonly number[]): PolicyWorld {
  return {
    title,
    actions: names,
    costs: usd,
    features: ["words", "calls"],
    question: (random) => ({
      features: [idle(random), idle(random)],
      vector: null,
      truth: [...truth],
    }),
  };
}

export const oneBest = fixedWorld("one action is best everywhere", [0.35, 0.45, 0.65, 0.5]);
export const largeWorse = fixedWorld(
  "the large model is worse than the small one",
  [0.6, 0.5, 0.45, 0.4],
);
export const allEqual = fixedWorld("all are equally good", [0.5, 0.5, 0.5, 0.5]);

export const bySureness: PolicyWorld = {
  title: "what is best hangs on how sure the base is",
  actions: names,
  costs: usd,
  features: ["sure", "words"],
  question: (random) => {
    const sure = random();
    return {
      features: [sure, idle(random)],
      vector: null,
      truth: [sure, 0.2 + 0.5 * sure, 0.5 + 0.2 * sure, 0.55 + 0.2 * sure],
    };
  },
};

const dimensions = 64;

/** Vectors form two clusters, one per kind of question. */
export const byDirection: PolicyWorld = {
  title: "what is best hangs on a direction of the sentence vector",
  actions: names,
  costs: usd,
  features: ["words"],
  question: (random) => {
    const isFirst = random() < 0.5;
    const vector = Float32Array.from({ length: dimensions }, (_, at) => {
      const own = at < 8 ? (isFirst ? 1 : -1) : 0;
      return own + normal(random);
    });
    const length = Math.hypot(...vector);
    return {
      features: [idle(random)],
      vector: vector.map((value) => value / length),
      truth: isFirst ? [0.4, 0.45, 0.8, 0.5] : [0.4, 0.75, 0.3, 0.5],
    };
  },
};

export function normal(random: Random): number {
  return probit(Math.min(0.9999, Math.max(0.0001, random())));
}

export function worldQuestions(world: PolicyWorld, count: number, seed: number): WorldQuestion[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => world.question(random));
}

export function worldTable(world: PolicyWorld, count: number, seed: number): ActionTable {
  const random = seededRandom(seed + 1000);
  const rows = worldQuestions(world, count, seed).map(
    ({ features, vector, truth }, at): PolicyRow => {
      const length = 0.5 + random();
      return {
        id: `q${at}`,
        question: `Question ${at}?`,
        labels: truth.map((p) => Number(random() < p)),
        costs: world.costs.map((cost) => cost * length),
        features,
        vector,
      };
    },
  );
  return {
    metric: "right",
    cost: "usd",
    actions: world.actions.map((id) => ({ id, title: id, settings: defaultSettings })),
    base: 0,
    features: world.features,
    untold: [],
    rows,
    leftOut: 0,
    answerers: { small: "small", large: "large", price: null },
  };
}

/** Few folds suffice to test the machinery. */
export const quickLearn: LearnSettings = {
  ...defaultLearn,
  folds: 2,
  innerFolds: 2,
  deals: 1,
  train: { ...defaultLearn.train, epochs: 1 },
};
