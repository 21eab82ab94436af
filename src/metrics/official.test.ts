import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { scoringForm } from "../language/normalise.ts";
import official from "../testing/metrics/official-scores.json" with { type: "json" };
import { rouge } from "./rouge.ts";
import { exactMatch, hotpotF1, tokenF1 } from "./score.ts";

const pair = z.object({ em: z.number(), f1: z.number() });
const cases = z
  .array(
    z.object({
      prediction: z.string(),
      golds: z.array(z.string()),
      hotpot: pair,
      squad1: pair,
      squad2: pair,
      rouge: z.object({ rouge1: z.number(), rouge2: z.number(), rougeL: z.number() }),
      normalised: z.string(),
    }),
  )
  .parse(official);

const to4 = (value: number | undefined) => value?.toFixed(4);

describe.each(cases)("“$prediction” against $golds", (one) => {
  const { prediction, golds } = one;

  it("has the scripts' normal form", () => {
    expect(scoringForm(prediction)).toBe(one.normalised);
  });

  it("has HotpotQA's EM and F1", () => {
    expect(exactMatch(prediction, golds)).toBe(one.hotpot.em);
    expect(to4(hotpotF1(prediction, golds))).toBe(to4(one.hotpot.f1));
  });

  it("has SQuAD's EM and F1", () => {
    expect(exactMatch(prediction, golds)).toBe(one.squad1.em);
    expect(to4(tokenF1(prediction, golds))).toBe(to4(one.squad1.f1));
  });

  it("has rouge_score's ROUGE-1, 2 and L", () => {
    const ours = rouge(prediction, golds);
    expect(to4(ours?.rouge1)).toBe(to4(one.rouge.rouge1));
    expect(to4(ours?.rouge2)).toBe(to4(one.rouge.rouge2));
    expect(to4(ours?.rougeL)).toBe(to4(one.rouge.rougeL));
  });
});

describe("SQuAD 2.0's script", () => {
  it("agrees where a gold answer has words", () => {
    const answerable = cases.filter(({ golds }) => golds.every((gold) => scoringForm(gold) !== ""));
    expect(answerable.length).toBeGreaterThan(150);
    for (const { prediction, golds, squad2 } of answerable) {
      expect(exactMatch(prediction, golds)).toBe(squad2.em);
      expect(to4(tokenF1(prediction, golds))).toBe(to4(squad2.f1));
    }
  });
});
