import { expect, it } from "vitest";
import type { RunSettings } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import type { Configuration, LabResult, MetricId } from "../types.ts";
import { retrievalEffects } from "./retrieval-effect.ts";
import { tableOf } from "./table.ts";

const off = { ...defaultSettings, gate: { ...defaultSettings.gate, kind: "off" as const } };
const configuration = (id: string, settings: RunSettings = off): Configuration => ({
  id,
  title: id,
  settings,
  small: null,
});
const gated = configuration("gated", { ...off, gate: { ...off.gate, kind: "judge" } });
const plain = configuration("plain");
const searching = configuration("searching");

function scored(id: string, searches: number, scores: readonly (number | null)[]): LabResult[] {
  return scores.flatMap((score, at) =>
    score === null ? [] : [labResultOf(`q${at}`, id, score, [], { searches })],
  );
}

function effects(
  configurations: readonly Configuration[],
  results: readonly LabResult[],
  metric: MetricId = "right",
) {
  const table = tableOf({ ...worldBatch, configurations: [...configurations] }, results);
  return retrievalEffects(table, metric, configurations);
}

it("tells better, same and worse on the questions that both answered, and what turned", () => {
  const results = [
    ...scored("plain", 0, [1, 1, 1, 0, 0, 0, 0, 1]),
    ...scored("searching", 1, [1, 0, 1, 1, 0, 1, 1, null]),
  ];
  const [effect, ...others] = effects([plain, searching], results);
  expect(others).toEqual([]);
  expect(effect).toMatchObject({
    base: "plain",
    with: "searching",
    better: { count: 3, n: 7 },
    equal: { count: 3, n: 7 },
    worse: { count: 1, n: 7 },
    misled: { count: 1, n: 3 },
    helped: { count: 3, n: 4 },
  });
});

it("goes by a graded metric, and by right and wrong for what turned", () => {
  const results = [
    ...scored("plain", 0, [0.25, 0.5, 1]),
    ...scored("searching", 1, [0.5, 0.5, 0.75]),
  ];
  expect(effects([plain, searching], results, "rougeL")[0]).toMatchObject({
    better: { count: 1 },
    equal: { count: 1 },
    worse: { count: 1, n: 3 },
    misled: { count: 1, n: 1 },
    helped: { count: 0, n: 2 },
  });
});

it("is nothing where all search, none does, or a gate only happens to have let none through", () => {
  const known = scored("gated", 0, [1]);
  const searched = scored("searching", 2, [1, 0]);
  expect(effects([searching], searched)).toEqual([]);
  expect(effects([plain], scored("plain", 0, [1]))).toEqual([]);
  expect(effects([gated, searching], [...known, ...searched])).toEqual([]);
  expect(effects([plain, searching], searched)).toEqual([]);
});
