import { expect, it } from "vitest";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import type { MetricId } from "../types.ts";
import { toolVariants } from "../variants.ts";
import { scoreRowsIn, toolsIn } from "./report-rows.ts";

const configurations = toolVariants(defaultSettings, [], false);
const answered = (question: string, configuration: string, f1: number | null) => ({
  question,
  configuration,
  prediction: `${configuration} says`,
  metrics: { f1, em: 1 } as Record<MetricId, number | null>,
});

it("makes a row of each question, with the metric of each tool as its label", () => {
  const models = { small: "tiny", large: null };
  const batch = { configurations, set: "own", models };
  const questions = [
    { id: "a", question: "A?", answers: ["yes"], dataset: "hotpotqa" },
    { id: "b", question: "B?", answers: ["no"] },
  ];
  const results = [
    answered("a", "tool-none", 0.25),
    answered("a", "tool-bm25", 1),
    answered("b", "tool-none", 0),
    answered("b", "tool-bm25", null),
    answered("b", "another", 1),
    answered("gone", "tool-none", 1),
  ];
  expect(toolsIn(batch)).toEqual(["none", "bm25", "dense", "hybrid"]);
  expect(scoreRowsIn({ batch, questions, results }, "f1")).toMatchObject([
    { id: "a", question: "A?", set: "hotpotqa", golds: ["yes"], scores: { none: 0.25, bm25: 1 } },
    { id: "b", set: "own", scores: { none: 0 }, predictions: { none: "tool-none says" } },
  ]);
  expect(scoreRowsIn({ batch, questions, results }, "em")[0]?.scores).toEqual({ none: 1, bm25: 1 });
});

it("says who answered, where all configurations were answered by one model", () => {
  const questions = [{ id: "a", question: "A?", answers: ["yes"] }];
  const answererOf = (...tiers: readonly ("small" | "large")[]) => {
    const answered = configurations.slice(0, 2).map((one, index) => ({
      ...one,
      settings: { ...one.settings, summarise: tiers[index] ?? "small" },
    }));
    const models = { small: "tiny", large: "big" };
    const batch = { configurations: answered, set: "own", models };
    return scoreRowsIn({ batch, questions, results: [] }, "f1")[0]?.answerer;
  };
  expect(answererOf("small", "small")).toEqual({ tier: "small", model: "tiny" });
  expect(answererOf("large", "large")).toEqual({ tier: "large", model: "big" });
  expect(answererOf("small", "large")).toBeUndefined();
});
