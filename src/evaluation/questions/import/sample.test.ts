import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleQuestions } from "./sample.ts";

const questions = Array.from({ length: 200 }, (_, index) => ({ id: `q${index}` }));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("a sample", () => {
  it("is the first ones without a seed, and all without a limit", () => {
    expect(ids(sampleQuestions(questions, { limit: 2 }))).toEqual(["q0", "q1"]);
    expect(sampleQuestions(questions, { seed: 1 })).toEqual(questions);
    expect(sampleQuestions(questions, { limit: 0, seed: 1 })).toEqual([]);
  });

  it("is the same for one seed whatever the order of the file, and another for another", () => {
    const one = ids(sampleQuestions(questions, { limit: 20, seed: 7 }));
    const turned = ids(sampleQuestions(questions.toReversed(), { limit: 20, seed: 7 }));
    expect(turned.toReversed()).toEqual(one);
    expect(ids(sampleQuestions(questions, { limit: 20, seed: 8 }))).not.toEqual(one);
  });

  it("holds the smaller one of its seed, in the file's order", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.integer(), (a, b, seed) => {
        const [few, many] = a < b ? [a, b] : [b, a];
        const larger = ids(sampleQuestions(questions, { limit: many, seed }));
        expect(larger).toHaveLength(many);
        expect(larger).toEqual(ids(questions).filter((id) => larger.includes(id)));
        const smaller = ids(sampleQuestions(questions, { limit: few, seed }));
        expect(smaller.filter((id) => !larger.includes(id))).toEqual([]);
      }),
    );
  });

  it("draws every question about as often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed += 1) {
      for (const { id } of sampleQuestions(questions, { limit: 20, seed })) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
    // 200 draws each are expected, with a standard deviation of 13.4: five of them either way.
    expect(counts.size).toBe(200);
    expect(Math.min(...counts.values())).toBeGreaterThan(133);
    expect(Math.max(...counts.values())).toBeLessThan(267);
  });
});
