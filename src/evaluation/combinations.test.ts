import { expect, it } from "vitest";
import { stages } from "../log/types.ts";
import { defaultSettings } from "../methods/coop-llm/presets.ts";
import {
  decisionVariants,
  eightCombinations,
  rewriterVariants,
  tunedVariants,
} from "./combinations.ts";

const ids = (configurations: readonly { id: string }[]) => configurations.map(({ id }) => id);

it("makes the eight combinations of a preset, all-small first, and changes nothing else", () => {
  const eight = eightCombinations(defaultSettings, stages);
  expect(ids(eight)).toEqual(["SSS", "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", "LLL"]);
  for (const { id, settings } of eight) {
    const tier = (at: number) => (id[at] === "L" ? "large" : "small");
    expect(settings).toEqual({
      ...defaultSettings,
      plan: tier(0),
      solve: tier(1),
      summarise: tier(2),
    });
  }
});

it("switches only what the method has, and leaves a plan that is off", () => {
  expect(ids(eightCombinations(defaultSettings, ["solve"]))).toEqual(["-S-", "-L-"]);
  const withoutPlan = { ...defaultSettings, plan: "off" } as const;
  const four = eightCombinations(withoutPlan, stages);
  expect(ids(four)).toEqual(["-SS", "-SL", "-LS", "-LL"]);
  expect(four.every(({ settings }) => settings.plan === "off")).toBe(true);
});

it("sets Decision against none: decide where the large model would plan and sum up", () => {
  const [without, decision, alone] = decisionVariants(defaultSettings, stages);
  expect(without?.settings).toMatchObject({ plan: "large", solve: "small", summarise: "large" });
  expect(decision?.settings).toMatchObject({ plan: "decide", solve: "small", summarise: "decide" });
  expect(alone?.settings).toMatchObject({ plan: "small", summarise: "small" });
  expect(decisionVariants(defaultSettings, ["solve"])).toEqual([]);
});

it("puts a fine-tuned model beside its base, alone and with the large one", () => {
  const variants = tunedVariants(defaultSettings, stages, { small: "smollm2", encoder: "minilm" });
  expect(variants.map(({ small }) => small)).toEqual(["smollm2", "smollm2", null, null]);
  expect(variants.map(({ encoder }) => encoder)).toEqual([
    "minilm",
    "minilm",
    undefined,
    undefined,
  ]);
  // Printed: 1.81 to 1.92 large calls per question, in both columns.
  for (const at of [1, 3]) {
    expect(variants[at]?.settings).toMatchObject({
      plan: "decide",
      solve: "small",
      summarise: "decide",
    });
  }
});

it("makes a variant of each rewriter", () => {
  expect(rewriterVariants(defaultSettings).map(({ settings }) => settings.rewriter)).toEqual([
    "vanilla",
    "keyword",
    "top3",
    "soft-prompt",
    "history",
    "all",
  ]);
});
