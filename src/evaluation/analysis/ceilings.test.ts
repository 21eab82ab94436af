import { describe, expect, it } from "vitest";
import { type Stage, stages } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { labResultOf, worldBatch, worldCombinations } from "../../testing/lab/stage-world.ts";
import { resultsWanted, withCeilings } from "../oracle/batch.ts";
import { oracleConfigurations } from "../oracle/configurations.ts";
import type { LabBatch, LabResult } from "../types.ts";
import { analyse } from "./analyse.ts";

const by = { metric: "f1", cost: "usd", rounds: 200 } as const;

function batchWith(perfect: readonly Stage[], skipped: Record<string, number> = {}): LabBatch {
  const configurations = oracleConfigurations(defaultSettings, stages, perfect);
  return { ...worldBatch, questionCount: 4, ceilings: { configurations, skipped } };
}

function resultsOf(worth: Readonly<Record<string, number>>, questions: readonly string[]) {
  return questions.flatMap((question): LabResult[] =>
    Object.entries(worth).map(([id, f1]) => {
      const one = labResultOf(question, id, 1);
      return { ...one, metrics: { ...one.metrics, f1 } };
    }),
  );
}

const questions = ["a", "b", "c", "d"];

describe("ceilings", () => {
  it("are the gain over all small where one stage is perfect, beside the model's", () => {
    const batch = batchWith(["plan"]);
    expect(batch.ceilings?.configurations.map(({ id }) => id)).toEqual(["OSS"]);
    const results = resultsOf({ SSS: 0.2, OSS: 0.5, LSS: 0.3 }, questions);
    const [ceiling, ...others] = analyse(batch, results, by).ceilings;
    expect(others).toEqual([]);
    expect(ceiling).toMatchObject({ stage: "plan", gain: { n: 4 }, model: { n: 4 } });
    expect(ceiling?.gain.mean).toBeCloseTo(0.3);
    expect(ceiling?.model?.mean).toBeCloseTo(0.1);
  });

  it("are Shapley values where several are: they add up to what all of them bring", () => {
    const batch = batchWith(["plan", "solve"]);
    expect(batch.ceilings?.configurations.map(({ id }) => id)).toEqual(["SOS", "OSS", "OOS"]);
    const worth = { SSS: 0.2, SOS: 0.3, OSS: 0.4, OOS: 0.9 };
    const [plan, read] = analyse(batch, resultsOf(worth, questions), by).ceilings;
    expect(plan?.gain.mean).toBeCloseTo((0.2 + 0.6) / 2);
    expect(read?.gain.mean).toBeCloseTo((0.1 + 0.5) / 2);
    expect([plan?.model, read?.model]).toEqual([null, null]);
  });

  it("are of the questions that have gold, and the model's of the same", () => {
    const batch = batchWith(["plan"], { loop: 1 });
    const results = [
      ...resultsOf({ SSS: 0, OSS: 1, LSS: 0.5 }, ["a", "b", "c"]),
      ...resultsOf({ SSS: 1, LSS: 0 }, ["d"]),
    ];
    const [ceiling] = analyse(batch, results, by).ceilings;
    expect(ceiling).toMatchObject({ gain: { mean: 1, n: 3 }, model: { mean: 0.5, n: 3 } });
    expect(resultsWanted(batch)).toBe(8 * 4 + 3);
  });

  it("are no configurations that can be used, and change no other figure", () => {
    const worth = Object.fromEntries(worldCombinations.map(({ id }, at) => [id, at / 10]));
    const plain = { ...worldBatch, questionCount: 4 };
    const results = resultsOf({ ...worth, OSS: 1 }, questions);
    const { ceilings, ...others } = analyse(batchWith(["plan"]), results, by);
    expect(ceilings).toHaveLength(1);
    const { ceilings: none, ...same } = analyse(plain, results, by);
    expect(none).toEqual([]);
    expect(others).toEqual(same);
    expect(withCeilings(plain)).toBe(plain);
  });
});
