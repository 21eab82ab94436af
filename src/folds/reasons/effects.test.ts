import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRunFile } from "../../log/file.ts";
import { foldTrace } from "../trace.ts";
import { type FeatureName, type Features, featureNames, featuresOf } from "../verifier/features.ts";
import { effectsOn, evidence, typical } from "./effects.ts";

const arrival = foldTrace(openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8")));

function told(): Features {
  const features = featuresOf(arrival);
  if (features === null) throw new Error("the recorded run answers");
  return features;
}

function usual(of: "right" | "wrong"): Features {
  return Object.fromEntries(
    featureNames.map((name) => [name, typical[of][name] ?? null]),
  ) as Features;
}

describe("what each kind of evidence does to how sure it is", () => {
  it("takes every feature once", () => {
    const groups: readonly (readonly FeatureName[])[] = Object.values(evidence);
    expect(groups.flat().sort()).toEqual([...featureNames].sort());
  });

  it("knows what is usual of the features that there are, and of no other", () => {
    const names: ReadonlySet<string> = new Set(featureNames);
    for (const values of [typical.right, typical.wrong]) {
      expect(Object.keys(values).filter((name) => !names.has(name))).toEqual([]);
    }
  });

  it("speaks for what is as in right runs, and against what is as in wrong ones", () => {
    for (const { effect } of effectsOn(usual("right"))) expect(effect).toBeGreaterThan(0);
    for (const { effect } of effectsOn(usual("wrong"))) expect(effect).toBeLessThan(0);
  });

  it("speaks against a run whose readers found nothing, the largest first", () => {
    const unfound = {
      ...told(),
      relevanceLast: 0.01,
      relevanceLeast: 0.01,
      relevanceMean: 0.01,
      confidenceLast: 0.05,
      confidenceLeast: 0.05,
      confidenceMean: 0.05,
      noAnswerLast: 0.99,
      noAnswerMost: 0.99,
      kindsNone: 1,
    };
    const effects = effectsOn(unfound);
    expect(effects.find(({ kind }) => kind === "reading")?.effect).toBeLessThan(0);
    const sizes = effects.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it("finds what an answer that is all but surely wrong fails by", () => {
    const state = { state: 0, missingSteps: 2, stepsUnsolved: 2, citedHoldsAnswer: 0 };
    const lost = { ...usual("wrong"), ...state, relevanceLast: 0, relevanceLeast: 0 };
    expect(effectsOn(lost).length).toBeGreaterThan(0);
  });

  it("is nothing where nothing was told", () => {
    const untold = Object.fromEntries(featureNames.map((name) => [name, null])) as Features;
    expect(effectsOn(untold)).toEqual([]);
  });
});
