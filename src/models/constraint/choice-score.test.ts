import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChoiceScorer } from "./choice-score.ts";

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];
const continuation = (text: string, probability: number) => ({
  bytes: bytesOf(text),
  logprob: Math.log(probability),
});

function rounded(scorer: ChoiceScorer): Record<string, number> {
  const told = Object.entries(scorer.probabilities ?? {});
  return Object.fromEntries(told.map(([option, p]) => [option, Math.round(p * 1000) / 1000]));
}

describe("how likely each option of a choice is", () => {
  it("is told at the first token that tells them apart", () => {
    const scorer = new ChoiceScorer(["yes", "no"]);
    expect(scorer.probabilities).toBeNull();
    scorer.observe([continuation("yes", 0.3), continuation("no", 0.1)], null);
    expect(rounded(scorer)).toEqual({ yes: 0.75, no: 0.25 });
  });

  it("is told further on, too, among those that began alike", () => {
    const scorer = new ChoiceScorer(["the hall", "the old hall", "Graz"]);
    scorer.observe([continuation("the", 0.6), continuation("Graz", 0.2)], null);
    expect(rounded(scorer)).toEqual({ "the hall": 0.375, "the old hall": 0.375, Graz: 0.25 });
    scorer.accept(bytesOf("the"));
    scorer.observe([continuation(" old", 0.1), continuation(" hall", 0.4)], null);
    expect(rounded(scorer)).toEqual({ "the hall": 0.6, "the old hall": 0.15, Graz: 0.25 });
  });

  it("tells an option that ends from one that goes on", () => {
    const scorer = new ChoiceScorer(["Graz", "Graz in Styria"]);
    scorer.observe([continuation("Graz", 0.9)], null);
    expect(scorer.probabilities).toBeNull();
    scorer.accept(bytesOf("Graz"));
    scorer.observe([continuation(" in", 0.2)], Math.log(0.6));
    expect(rounded(scorer)).toEqual({ Graz: 0.75, "Graz in Styria": 0.25 });
  });

  it("is even where the model rules all of them out", () => {
    const scorer = new ChoiceScorer(["yes", "no"]);
    scorer.observe([continuation("yes", 0), continuation("no", 0)], null);
    expect(rounded(scorer)).toEqual({ yes: 0.5, no: 0.5 });
  });

  it("sums to one whatever is taken", () => {
    const options = ["a", "ab", "abc", "b", "bc"];
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...options),
        fc.array(weight, { minLength: 8 }),
        (taken, odds) => {
          const scorer = new ChoiceScorer(options);
          [...taken].forEach((_, at) => {
            const next = (letter: string, place: number) =>
              continuation(letter, odds[(at * 3 + place) % odds.length] ?? 0);
            const end = Math.log(odds[(at * 5) % odds.length] ?? 0);
            scorer.observe(["a", "b", "c"].map(next), end);
            scorer.accept(bytesOf(taken[at] ?? ""));
          });
          const sum = Object.values(scorer.probabilities ?? {}).reduce((all, p) => all + p, 0);
          expect(sum).toBeCloseTo(1);
        },
      ),
    );
  });
});
