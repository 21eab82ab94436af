import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolate, refineLabels, summariseRefinement } from "./refine.ts";
import type { Example } from "./scores.ts";

const example = (id: string, vector: number[], labels: number[]): Example => ({
  id,
  question: `${id}?`,
  vector: Float32Array.from(vector),
  labels,
});

/** Table 2 implies the means of these two neighbours. */
const caseStudy = [
  example("egyptian", [1, 0.1], [0.71, 0.71, 0.57]),
  example("near", [1, 0.2], [0.46, 0.7, 0.6]),
  example("nearer", [1, 0.11], [0.6, 0.76, 0.78]),
  example("far", [0, 1], [0, 0, 1]),
];

describe("label refinement", () => {
  it("gives the paper's worked example", () => {
    const [first] = refineLabels(caseStudy, { k: 2, alpha: 0.5 });
    expect(first?.raw).toEqual([0.71, 0.71, 0.57]);
    expect(first?.refined.map((label) => label.toFixed(2))).toEqual(["0.62", "0.72", "0.63"]);
    // Now the second tool is best and the third better than `none`, as in the paper.
    expect(first?.neighbours.map(({ id }) => id)).toEqual(["nearer", "near"]);
    expect(first?.neighbours[0]).toMatchObject({ question: "nearer?", labels: [0.6, 0.76, 0.78] });
  });

  it("uses the neighbours' raw labels and never the question itself", () => {
    const twins = [
      example("a", [1, 0], [1, 0]),
      example("b", [1, 0], [0, 1]),
      example("c", [0, 1], [0.5, 0.5]),
    ];
    const refined = refineLabels(twins, { k: 1, alpha: 0 }).map((one) => one.refined);
    // If its own label or b's refined one counted, a would come to 1 again.
    expect(refined).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  it("compares by cosine, whatever the length of a vector", () => {
    const rows = [
      example("a", [1, 0], [0]),
      example("long", [50, 50], [1]),
      example("short", [0.01, 0.001], [0.5]),
      example("zero", [0, 0], [0]),
    ];
    const [first] = refineLabels(rows, { k: 2, alpha: 0.5 });
    expect(first?.neighbours.map(({ id }) => id)).toEqual(["short", "long"]);
    expect(first?.neighbours[1]?.similarity).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it("takes what neighbours there are", () => {
    expect(
      refineLabels([caseStudy[0] ?? example("", [1], [0])], { k: 2, alpha: 0.5 }),
    ).toMatchObject([{ refined: [0.71, 0.71, 0.57], neighbours: [] }]);
    const pair = refineLabels(caseStudy.slice(0, 2), { k: 5, alpha: 0.5 });
    expect(pair[0]?.neighbours).toHaveLength(1);
  });

  it("finds the neighbours that sorting all of them finds", () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(component, component, component), { minLength: 2, maxLength: 25 }),
        fc.integer({ min: 1, max: 6 }),
        (vectors, k) => {
          const rows = vectors.map((vector, index) => example(`${index}`, vector, [0.5]));
          const cosine = (a: Float32Array, b: Float32Array) => {
            const dot = a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
            return dot === 0 ? 0 : dot / (Math.hypot(...a) * Math.hypot(...b));
          };
          for (const [index, found] of refineLabels(rows, { k, alpha: 0.5 }).entries()) {
            const own = rows[index]?.vector ?? new Float32Array();
            const expected = rows
              .filter((_, place) => place !== index)
              .map(({ vector }) => cosine(own, vector))
              .sort((a, b) => b - a)
              .slice(0, k);
            expect(found.neighbours).toHaveLength(expected.length);
            for (const [place, { similarity }] of found.neighbours.entries()) {
              expect(similarity).toBeCloseTo(expected[place] ?? Number.NaN, 5);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("refines nothing at α = 1 and stays between the labels it mixes", () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(score, score, score, score, (own, one, two, alpha) => {
        expect(interpolate([own], [[one], [two]], 1)).toEqual([own]);
        const [mixed = Number.NaN] = interpolate([own], [[one], [two]], alpha);
        expect(mixed).toBeGreaterThanOrEqual(Math.min(own, one, two) - 1e-12);
        expect(mixed).toBeLessThanOrEqual(Math.max(own, one, two) + 1e-12);
      }),
    );
  });

  it("tells what it changed", () => {
    const changed = refineLabels(caseStudy, { k: 2, alpha: 0.5 });
    const summary = summariseRefinement(changed);
    expect(summary.questions).toBe(4);
    // "egyptian" had two best tools and now has one; the other questions' best tools:
    expect(changed.map(({ refined }) => refined.indexOf(Math.max(...refined)))).toEqual([
      1, 1, 1, 2,
    ]);
    expect(summary.bestChanged).toBe(2);
    const none = summariseRefinement(refineLabels(caseStudy, { k: 2, alpha: 1 }));
    expect(none).toEqual({ questions: 4, meanChange: 0, bestChanged: 0 });
    expect(summariseRefinement([])).toEqual({ questions: 0, meanChange: 0, bestChanged: 0 });
  });

  it.each([
    { k: 0, alpha: 0.5 },
    { k: 1.5, alpha: 0.5 },
    { k: 2, alpha: 1.1 },
    { k: 2, alpha: Number.NaN },
  ])("refuses $k neighbours with weight $alpha", (settings) => {
    expect(() => refineLabels(caseStudy, settings)).toThrow(
      expect.objectContaining({ code: "router-data-invalid" }),
    );
  });
});
