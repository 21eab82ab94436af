import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import type { Configuration, LabBatch, LabResult } from "../types.ts";
import { analyse } from "./analyse.ts";
import { referenceOf } from "./reference.ts";

const configuration = (id: string): Configuration => ({
  id,
  title: id,
  settings: defaultSettings,
  small: null,
});
const batchOf = (kind: string | null, ...ids: string[]): LabBatch => ({
  ...worldBatch,
  configurations: ids.map(configuration),
  ...(kind === null ? {} : { comparison: { kind, method: "own" } }),
});

describe("what the others are held against", () => {
  it("is the own method, the settings as they are, or the first tool", () => {
    expect(referenceOf(batchOf("methods", "rival", "own"))).toBe("own");
    expect(referenceOf(batchOf("ablations", "as-it-is", "without"))).toBe("as-it-is");
    expect(referenceOf(batchOf("small-models", "small-x", "as-it-is"))).toBe("as-it-is");
    expect(referenceOf(batchOf("tools", "tool-none", "tool-bm25"))).toBe("tool-none");
  });

  it("is nothing in other batches, and where it was not run", () => {
    for (const kind of [null, "eight", "sweep", "of-a-later-version"]) {
      expect(referenceOf(batchOf(kind, "own", "as-it-is"))).toBeNull();
    }
    expect(referenceOf(batchOf("methods", "rival"))).toBeNull();
    expect(referenceOf(batchOf("tools"))).toBeNull();
  });
});

it("compares each with it on the questions that both answered, by Holm over all", () => {
  const scored = (id: string, scores: readonly number[]) =>
    scores.map((score, at) => labResultOf(`q${at}`, id, score));
  const zeros = new Array<number>(40).fill(0);
  const results: LabResult[] = [
    ...scored("own", [...new Array<number>(10).fill(1), ...zeros.slice(10)]),
    ...scored("better", [...new Array<number>(30).fill(1), ...zeros.slice(30)]),
    ...scored(
      "same",
      zeros.map((_, at) => (at === 9 ? 0 : Number(at < 11))),
    ),
  ];
  const { against } = analyse(batchOf("methods", "better", "own", "same"), results, {
    metric: "right",
    cost: "tokens",
    rounds: 200,
  });
  expect(against).toMatchObject([
    { base: "own", with: "better", n: 40, mcnemar: { gained: 20, lost: 0 }, verdict: "pays" },
    { base: "own", with: "same", n: 40, mcnemar: { gained: 1, lost: 1 }, verdict: "undecided" },
  ]);
  expect(against[0]?.gain.mean).toBeCloseTo(0.5, 10);
  // Two are tested together: the smaller mid-p, 2⁻²⁰, counts twice.
  expect(against[0]?.p).toBeCloseTo(2 * 2 ** -20, 12);
});
