import { describe, expect, it } from "vitest";
import { type Evidence, evidence } from "../../../folds/reasons/effects.ts";
import { type Features, featureNames } from "../../../folds/verifier/features.ts";
import { reasonsText } from "./reasons.ts";

const kinds = Object.keys(evidence) as Evidence[];
const untold = Object.fromEntries(featureNames.map((name) => [name, null])) as Features;
const allOf = (value: number) =>
  Object.fromEntries(featureNames.map((name) => [name, value])) as Features;

describe("the reasons in words", () => {
  it.each(kinds)("%s is worded for every run, told or not", (kind) => {
    for (const features of [untold, allOf(0), allOf(0.5), allOf(1), allOf(30)]) {
      for (const effect of [-0.2, 0.2]) {
        const { inFavour, against } = reasonsText([{ kind, effect }], features);
        expect(effect > 0 ? against : inFavour).toBe("");
        expect(effect > 0 ? inFavour : against).toMatch(/^(?:Why|Against it): [a-z0-9].*\.$/u);
      }
    }
  });

  it("names what is missing, and how much of it", () => {
    const features = { ...untold, questionNames: 4, namesFound: 0.5, missingSteps: 1 };
    const effects = [
      { kind: "names", effect: -0.3 },
      { kind: "finding", effect: -0.2 },
    ] as const;
    expect(reasonsText(effects, features).against).toBe(
      "Against it: 2 names of the question stand in no passage; a step was not found.",
    );
  });

  it("keeps to the three largest, and says both sides", () => {
    const effects = [
      { kind: "reading", effect: -0.3 },
      { kind: "check", effect: 0.2 },
      { kind: "wording", effect: -0.1 },
      { kind: "way", effect: -0.05 },
    ] as const;
    const features = { ...untold, relevanceLast: 0.1, checkAgrees: 1, logprobLeast: -1 };
    expect(reasonsText(effects, features)).toEqual({
      inFavour: "Why: the answer check agrees.",
      against:
        "Against it: the last step's passage hardly speaks of its question; a language model wavered over its words.",
    });
  });

  it("are none where nothing moves it", () => {
    expect(reasonsText([], untold)).toEqual({ inFavour: "", against: "" });
  });
});
