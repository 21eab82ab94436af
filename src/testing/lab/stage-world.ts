/**
 * FAKE: a stage's success depends on its model, the question's ease and, for solving, on the
 * planner; all three must succeed. Costs are skewed.
 */

import { probit } from "simple-statistics";
import { eightCombinations } from "../../evaluation/combinations.ts";
import {
  type LabBatch,
  type LabResult,
  type MetricId,
  metricIds,
  type Spent,
} from "../../evaluation/types.ts";
import { stages } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { type Random, seededRandom } from "../../shared/random.ts";

export interface StageWorld {
  /** Success on an easy and a hard question. */
  small: Readonly<Record<Ease, readonly [number, number, number]>>;
  large: Readonly<Record<Ease, readonly [number, number, number]>>;
  /** Added if the large model solves its own plan. */
  interaction: number;
  tokens: readonly [number, number, number];
  usdPerToken: number;
}
type Ease = "easy" | "hard";

export const exampleWorld: StageWorld = {
  small: { easy: [0.75, 0.85, 0.9], hard: [0.35, 0.55, 0.6] },
  large: { easy: [0.95, 0.9, 0.97], hard: [0.75, 0.75, 0.83] },
  interaction: 0.05,
  tokens: [400, 1200, 200],
  usdPerToken: 2e-6,
};

export const worldCombinations = eightCombinations(defaultSettings, stages);

export const worldBatch: LabBatch = {
  id: "world",
  title: "A made-up world",
  createdEpochMs: 0,
  set: "made up",
  questionCount: 0,
  library: "shared",
  configurations: worldCombinations,
  models: { small: "scripted", large: "scripted" },
  largePrice: null,
  budgetUsd: null,
  seed: 42,
};

function right(world: StageWorld, id: string, ease: Ease): number {
  return stages.reduce((product, _, at) => product * success(world, id, ease, at), 1);
}

function success(world: StageWorld, id: string, ease: Ease, at: number): number {
  const large = id[at] === "L";
  const helped = at === 1 && id[0] === "L" && large ? world.interaction : 0;
  return (world[large ? "large" : "small"][ease][at] ?? 0) + helped;
}

/** Half of the questions are easy. */
export function trueAccuracy(world: StageWorld, id: string): number {
  return (right(world, id, "easy") + right(world, id, "hard")) / 2;
}

export function trueTokens(world: StageWorld, at: number): number {
  return world.tokens[at] ?? 0;
}

/** Small and large share their luck. */
export function sampleWorld(world: StageWorld, questions: number, seed: number): LabResult[] {
  const random = seededRandom(seed);
  return Array.from({ length: questions }, (_, at) =>
    questionResults(world, `q${at}`, random),
  ).flat();
}

function questionResults(world: StageWorld, question: string, random: Random): LabResult[] {
  const ease: Ease = random() < 0.5 ? "easy" : "hard";
  const luck = stages.map(() => random());
  const length = skewed(random);
  const tokens = world.tokens.map((mean) => mean * length * skewed(random));
  return worldCombinations.map(({ id }) => {
    const isRight = luck.every((value, at) => value < success(world, id, ease, at));
    const spent = tokens.map((count, at) => spentOf(id[at] === "L" ? count : 0, world.usdPerToken));
    return labResultOf(question, id, isRight ? 1 : 0, spent);
  });
}

/** Log-normal with mean 1. */
function skewed(random: Random): number {
  const deviation = 0.35;
  return Math.exp(deviation * probit(random()) - deviation ** 2 / 2);
}

function spentOf(largeTokens: number, usdPerToken: number): Spent {
  const largeCalls = largeTokens > 0 ? 1 : 0;
  return {
    calls: 1,
    largeCalls,
    tokens: largeTokens + 300,
    largeTokens,
    usd: largeTokens * usdPerToken,
    seconds: 1,
  };
}

const nothing = spentOf(0, 0);

export function labResultOf(
  question: string,
  configuration: string,
  score: number,
  [plan = nothing, solve = nothing, summarise = nothing]: readonly Spent[] = [],
  changes: Partial<LabResult> = {},
): LabResult {
  const total = [plan, solve, summarise].reduce(addSpent);
  const metrics = Object.fromEntries(metricIds.map((id) => [id, score])) as Record<
    MetricId,
    number
  >;
  return {
    batch: worldBatch.id,
    question,
    configuration,
    outcome: "answered",
    error: null,
    prediction: "",
    metrics,
    total,
    byStage: { plan, solve, summarise },
    rolesApart: true,
    paidUsd: total.usd,
    rememberedCalls: 0,
    searches: 2,
    bytesSent: 0,
    parses: 3,
    parseFailures: 0,
    exit: null,
    misled: null,
    ...changes,
  };
}

function addSpent(a: Spent, b: Spent): Spent {
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y);
  return {
    calls: a.calls + b.calls,
    largeCalls: a.largeCalls + b.largeCalls,
    tokens: sum(a.tokens, b.tokens),
    largeTokens: sum(a.largeTokens, b.largeTokens),
    usd: sum(a.usd, b.usd),
    seconds: a.seconds + b.seconds,
  };
}
