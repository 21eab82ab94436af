/** Scripted stages succeed on known questions, so ROI and Shapley shares are known. */
import { describe, expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import { type Stage, stages, type Tier } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { collect, FakeSignal, fakePorts, fakePrice, fakeSettings } from "../testing/fakes.ts";
import { worldBatch } from "../testing/lab/stage-world.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { analyse } from "./analysis/analyse.ts";
import { measure } from "./analysis/measure.ts";
import { eightCombinations } from "./combinations.ts";
import type { LabResult } from "./types.ts";

const language = english(noWords);

const asked = "Which river runs through the capital of Austria?";
const configurations = eightCombinations(fakeSettings, stages);

const questions = 24;
const succeeds: Readonly<Record<Tier, Readonly<Record<Stage, (at: number) => boolean>>>> = {
  small: {
    plan: (at) => at % 2 === 0,
    solve: (at) => at % 3 !== 0,
    summarise: (at) => at % 4 !== 1,
  },
  large: { plan: (at) => at % 8 !== 7, solve: (at) => at % 12 !== 0, summarise: () => true },
};

const goodQuery = "What is the capital of Austria?";
const badQuery = "What is the name of Austria?";

function script(tier: Tier, at: number) {
  const good = succeeds[tier];
  return ({ purpose, messages, assistantPrefix = "" }: ChatRequest): string => {
    if (purpose === "plan") {
      const query = good.plan(at) ? goodQuery : badQuery;
      return tier === "large" ? `[Unsolved Query]: ${query}\n[Final Content]: ?` : ` ${query}`;
    }
    if (purpose === "read") return good.solve(at) ? "Vienna" : "Austria";
    if (purpose === "continue") return tier === "large" ? "[Final Content]: so" : "Final: so";
    const prompt = `${messages.at(-1)?.content}\n${assistantPrefix}`;
    const stands = prompt.includes(goodQuery) && prompt.includes("Vienna");
    return stands && good.summarise(at) ? "Danube" : "Rhine";
  };
}

async function answer(at: number): Promise<LabResult[]> {
  const question = { id: `q${at}`, question: asked, answers: ["Danube"] };
  const results: LabResult[] = [];
  for (const { id, settings } of configurations) {
    const [small, large] = [
      scriptedModel(script("small", at), { pause: async () => {} }),
      scriptedModel(script("large", at), {
        pause: async () => {},
        ref: { tier: "large", destination: "https://large.example", price: fakePrice },
      }),
    ];
    const request = { runId: "r", question: asked, settings };
    const events = await collect(run(request, fakePorts(small, large), new FakeSignal()));
    results.push({
      batch: worldBatch.id,
      question: question.id,
      configuration: id,
      ...measure(question, events, language),
    });
  }
  return results;
}

function accuracy(id: string): number {
  const tier = (stage: Stage) => (id[stages.indexOf(stage)] === "L" ? "large" : "small");
  const numbers = Array.from({ length: questions }, (_, at) => at);
  const right = numbers.filter((at) => stages.every((stage) => succeeds[tier(stage)][stage](at)));
  return right.length / questions;
}

describe("runs of the real pipeline with scripted models", async () => {
  const results: LabResult[] = [];
  for (let at = 0; at < questions; at += 1) results.push(...(await answer(at)));
  const batch = { ...worldBatch, configurations };
  const analysis = analyse(batch, results, { metric: "coverEm", cost: "largeCalls" });

  it("are as right as the script makes them, in every combination", () => {
    for (const { id, metrics, failed } of analysis.summaries) {
      expect(failed).toBe(0);
      expect([id, metrics.coverEm?.mean]).toEqual([id, accuracy(id)]);
    }
  });

  it("show the ROI of every stage: the script's improvement over the stage's own tokens", () => {
    expect(analysis.roi.map(({ stage }) => stage)).toEqual(stages);
    for (const { stage, with: better, improvement, cost, roi } of analysis.roi) {
      const gained = accuracy(better) / accuracy("SSS") - 1;
      const own = results.filter(({ configuration }) => configuration === better);
      const tokens = own.reduce((sum, { byStage }) => sum + (byStage[stage].largeTokens ?? 0), 0);
      expect(improvement?.mean).toBeCloseTo(gained, 10);
      expect(cost.largeTokens).toBeCloseTo(tokens / questions, 10);
      expect(tokens).toBeGreaterThan(0);
      expect(roi.largeTokens?.mean).toBeCloseTo((gained / (tokens / questions)) * 1000, 10);
    }
  });

  it("show the stages' Shapley shares", () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    stages.forEach((stage, at) => {
      const brought = orders.map((order) => {
        const before = order.slice(0, order.indexOf(at));
        const named = (large: readonly number[]) =>
          stages.map((_, one) => (large.includes(one) ? "L" : "S")).join("");
        return accuracy(named([...before, at])) - accuracy(named(before));
      });
      const share = brought.reduce((sum, one) => sum + one, 0) / orders.length;
      expect(analysis.verdicts?.stages.find((one) => one.stage === stage)?.gain.mean).toBeCloseTo(
        share,
        10,
      );
    });
  });
});
