import { describe, expect, it } from "vitest";
import { eightCombinations } from "../../src/evaluation/combinations.ts";
import type { Configuration } from "../../src/evaluation/types.ts";
import { stages } from "../../src/log/types.ts";
import { defaultSettings } from "../../src/methods/coop-llm/presets.ts";
import { type GatedReport, policyGates } from "./policy-gates.ts";

const combinations: GatedReport = {
  configurations: eightCombinations(defaultSettings, stages),
  results: eightCombinations(defaultSettings, stages).map(({ id }) => ({
    configuration: id,
    searches: 2,
  })),
};

function configuration(id: string, changes: Partial<Configuration["settings"]>): Configuration {
  return { id, title: id, settings: { ...defaultSettings, ...changes }, small: null };
}
const { fallback, gate } = defaultSettings;
const gates: GatedReport = {
  configurations: [
    configuration("memory", {}),
    configuration("look-up", {}),
    configuration("gated", { gate: { ...gate, kind: "judge" } }),
    configuration("split", { fallback: { ...fallback, on: true, maxDepth: 2 } }),
    configuration("never-split", { fallback: { ...fallback, on: true, maxDepth: 0 } }),
  ],
  results: ["look-up", "gated", "split", "never-split"].map((id) => ({
    configuration: id,
    searches: 1,
  })),
};
const tools: GatedReport = {
  configurations: ["none", "bm25", "web"].map((tool) =>
    configuration(`tool-${tool}`, { source: { choice: "fixed", tool } }),
  ),
  results: [],
};

const actionsOf = (report: GatedReport) => policyGates.map((gate) => gate.actions(report));

describe("the papers' gates", () => {
  it("are the whole with some of its actions", () => {
    expect(policyGates.map(({ design }) => design)).toEqual([
      "question",
      "sureness",
      "run",
      "question",
    ]);
    const [cooperative, look, split, tool] = actionsOf(combinations);
    expect(cooperative).toEqual(["SSS", "SSL", "LSS", "LSL"]);
    expect([look, split, tool]).toEqual([[], [], []]);
  });

  it("leave out what decides by itself, where that is what they decide", () => {
    const [, look, split] = actionsOf(gates);
    expect(look).toEqual(["memory", "look-up", "split", "never-split"]);
    expect(split).toEqual(["memory", "look-up", "gated", "split", "never-split"]);
  });

  it("choose between tools where only those differ", () => {
    const [cooperative, look, , tool] = actionsOf(tools);
    expect(tool).toEqual(["tool-none", "tool-bm25", "tool-web"]);
    expect([cooperative, look]).toEqual([[], []]);
  });

  it("have no actions in a report that does not compare the like", () => {
    expect(actionsOf({ configurations: [], results: [] })).toEqual([[], [], [], []]);
  });
});
