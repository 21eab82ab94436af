import { describe, expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { eightCombinations } from "../combinations.ts";
import type { Configuration } from "../types.ts";
import { type PresetReport, policyPresets, presetActions } from "./presets.ts";

const combinations: PresetReport = {
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
const gates: PresetReport = {
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
const tools: PresetReport = {
  configurations: ["none", "bm25", "web"].map((tool) =>
    configuration(`tool-${tool}`, { source: { choice: "fixed", tool } }),
  ),
  results: [],
};

const [whole, ...papers] = policyPresets;
const actionsOf = (report: PresetReport) => policyPresets.map((preset) => preset.actions(report));

describe("the papers' gates", () => {
  it("are the whole with some of its actions", () => {
    expect(whole?.design).toBeNull();
    expect(papers.map(({ design }) => design)).toEqual(["question", "sureness", "run", "question"]);
    const [all, cooperative, look, split, tool] = actionsOf(combinations);
    expect(all).toHaveLength(8);
    expect(cooperative).toEqual(["SSS", "SSL", "LSS", "LSL"]);
    expect([look, split, tool]).toEqual([[], [], []]);
  });

  it("leave out what decides by itself, where that is what they decide", () => {
    const [, , look, split] = actionsOf(gates);
    expect(look).toEqual(["memory", "look-up", "split", "never-split"]);
    expect(split).toEqual(["memory", "look-up", "gated", "split", "never-split"]);
  });

  it("choose between tools where only those differ", () => {
    const [, cooperative, look, , tool] = actionsOf(tools);
    expect(tool).toEqual(["tool-none", "tool-bm25", "tool-web"]);
    expect([cooperative, look]).toEqual([[], []]);
  });

  it("say so where a report does not compare the like", () => {
    for (const preset of papers) {
      const report = { configurations: [], results: [] };
      expect(() => presetActions(preset, report)).toThrow(
        expect.objectContaining({
          code: "policy-data-invalid",
          params: { reason: "preset", preset: preset.title },
        }),
      );
    }
  });
});
