/**
 * FAKE results of the eight combinations: planning and summarising help each other, large solving
 * hurts a little.
 */

import type { Configuration, CostId, LabBatch, LabResult, Spent } from "../../evaluation/types.ts";
import type { Stage } from "../../log/types.ts";
import { stages } from "../../log/types.ts";
import { allSmallSettings } from "../../methods/coop-llm/presets.ts";
import { seededRandom } from "../../shared/random.ts";

export interface GeneratedLab {
  batch: LabBatch;
  results: LabResult[];
  questions: { id: string; question: string; answers: string[] }[];
}

const usdPerToken = 0.0000008;
const largeTokens: Record<Stage, number> = { plan: 620, solve: 2100, summarise: 480 };
const titles = { small: "S", large: "L" } as const;

export const generatedCombinations: readonly Configuration[] = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (bits) => {
    const tier = (bit: number) => ((bits & bit) === 0 ? "small" : "large");
    const tiers = { plan: tier(4), solve: tier(2), summarise: tier(1) } as const;
    const id = stages.map((stage) => titles[tiers[stage]]).join("");
    return { id, title: id, settings: { ...allSmallSettings, ...tiers }, small: null };
  },
);

export function generatedChance({ settings }: Configuration): number {
  const plan = settings.plan === "large" ? 1 : 0;
  const solve = settings.solve === "large" ? 1 : 0;
  const summarise = settings.summarise === "large" ? 1 : 0;
  return 0.31 + 0.16 * plan - 0.02 * solve + 0.03 * summarise + 0.05 * plan * summarise;
}

export function generatedLab(
  count: number,
  seed = 42,
  configurations: readonly Configuration[] = generatedCombinations,
): GeneratedLab {
  const random = seededRandom(seed);
  const batch: LabBatch = {
    id: `generated-${count}`,
    title: "Generated results (fake)",
    createdEpochMs: Date.UTC(2026, 10, 22),
    set: "generated",
    questionCount: count,
    library: "shared",
    configurations: [...configurations],
    models: { small: "fake-small-135m", large: "fake-large" },
    largePrice: null,
    budgetUsd: null,
    seed,
  };
  const questions = Array.from({ length: count }, (_, index) => ({
    id: `g${index + 1}`,
    question: `Which sea borders the country whose capital is city ${index + 1}?`,
    answers: [`Sea ${index + 1}`],
  }));
  const results = questions.flatMap(({ id, answers }) => {
    // Hard questions are hard for all: most share the draw.
    const own = random();
    const length = Math.exp((random() + random() + random() - 1.5) * 0.8);
    return configurations.map((configuration) => {
      const luck = random() < 0.6 ? own : random();
      const right = luck < generatedChance(configuration);
      return resultOf(batch.id, id, answers[0] ?? "", configuration, right, length, random);
    });
  });
  return { batch, results, questions };
}

function resultOf(
  batch: string,
  question: string,
  gold: string,
  { id: configuration, settings }: Configuration,
  right: boolean,
  length: number,
  random: () => number,
): LabResult {
  const f1 = right ? 0.6 + 0.4 * random() : random() < 0.6 ? 0 : 0.5 * random();
  const spentBy = (stage: Stage): Spent => {
    const large = settings[stage] === "large";
    const tokens = Math.round((large ? largeTokens[stage] : 160) * length * (0.8 + 0.4 * random()));
    const calls = stage === "solve" ? 3 : 1;
    return {
      calls,
      largeCalls: large ? calls : 0,
      tokens,
      largeTokens: large ? tokens : 0,
      usd: large ? tokens * usdPerToken : 0,
      seconds: large ? 0.4 * calls : 0.9 * calls * length,
    };
  };
  const byStage = {
    plan: spentBy("plan"),
    solve: spentBy("solve"),
    summarise: spentBy("summarise"),
  };
  const sum = (key: CostId) => stages.reduce((all, stage) => all + (byStage[stage][key] ?? 0), 0);
  const total: Spent = {
    calls: sum("calls"),
    largeCalls: sum("largeCalls"),
    tokens: sum("tokens"),
    largeTokens: sum("largeTokens"),
    usd: sum("usd"),
    seconds: sum("seconds"),
  };
  const hit = right ? 1 : 0;
  // Draws no random number, which would change the others.
  const spread = (1000 * length) % 1;
  const sure = Math.min(0.99, Math.max(0.01, (right ? 0.72 : 0.42) + 0.5 * (spread - 0.5)));
  return {
    batch,
    question,
    configuration,
    outcome: "answered",
    error: null,
    prediction: right ? gold : "another sea",
    sure,
    metrics: {
      right: hit,
      rightChoice: null,
      coverEm: hit,
      coverEmTokens: hit,
      coverEmOutput: hit,
      em: f1 === 1 ? 1 : 0,
      f1,
      hit,
      matching: f1,
      rouge1: f1,
      rouge2: f1 / 2,
      rougeL: f1,
      supportRecall: null,
    },
    total,
    byStage,
    rolesApart: true,
    paidUsd: total.usd,
    rememberedCalls: 0,
    searches: 2,
    bytesSent: Math.round((total.largeTokens ?? 0) * 4),
    parses: 4,
    parseFailures: random() < 0.1 ? 1 : 0,
    exit: null,
    misled: null,
  };
}
