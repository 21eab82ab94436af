import { describe, expect, it } from "vitest";
import { foldAnswerRoutes } from "../../../folds/answer-routes.ts";
import { decisiveSteps } from "../../../folds/divergence.ts";
import { foldTrace } from "../../../folds/trace.ts";
import type { RunSettings } from "../../../log/types.ts";
import { findMethodInfo } from "../../../session/presets.ts";
import type { FakeScript } from "../../../testing/fakes.ts";
import { question } from "../../../testing/methods/fake-runs.ts";
import { go, resumeFrom } from "../../../testing/state/gone-on.ts";

describe("a person's answer in a baseline", () => {
  const settingsOf = (id: string, changes: Partial<RunSettings> = {}): RunSettings => {
    const preset = findMethodInfo(id)?.presets.find(({ settings }) => settings.solve === "small");
    if (preset === undefined) throw new Error(id);
    return { ...preset.settings, ...changes };
  };

  it("is the intermediate answer that Self-Ask goes on from", async () => {
    const selfAsk: FakeScript = ({ purpose, assistantPrefix = "" }) => {
      if (purpose !== "reason") return assistantPrefix === "" ? "Graz" : "Danube";
      if (assistantPrefix.includes("Vienna")) return "So the final answer is: Danube";
      if (assistantPrefix.includes("Graz")) return "So the final answer is: Mur";
      return "Follow up: What is the capital of Austria?";
    };
    const asked = { settings: settingsOf("self-ask"), script: selfAsk };
    const { events } = await go(asked);
    expect(foldTrace(events).answer?.short).toBe("Mur");
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after, requests } = await resumeFrom(asked, events, point);
    expect(foldTrace(after).answer).toMatchObject({
      short: "Danube",
      text: "Danube. Follow up: What is the capital of Austria: Vienna [1].",
    });
    expect(requests.map(({ purpose }) => purpose)).toEqual(["reason"]);
  });

  it("parts from what came after it before, which stays with its cause", async () => {
    const selfAsk: FakeScript = ({ purpose, assistantPrefix = "" }) => {
      if (purpose !== "reason") return "Graz";
      if (assistantPrefix.includes("river")) return "So the final answer is: Mur";
      if (assistantPrefix.includes("Graz")) return "Follow up: Which river runs through Graz?";
      if (assistantPrefix.includes("Vienna")) return "Follow up: Which river runs there?";
      return "What is the capital of Austria?";
    };
    const asked = { settings: settingsOf("self-ask"), script: selfAsk };
    const { events } = await go(asked);
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after } = await resumeFrom(asked, events, point);
    const { nodes, calls } = foldTrace(after);
    const steps = [...nodes.values()];
    expect(steps.map(({ query, parent, abandoned }) => [query, parent, abandoned])).toEqual([
      [question, null, false],
      ["What is the capital of Austria?", "node-1", false],
      ["Which river runs through Graz?", "node-2", true],
      ["Which river runs there?", "node-2", false],
    ]);
    const ghost = [...nodes.values()].find(({ abandoned }) => abandoned);
    expect(ghost).toMatchObject({ answer: "Graz", status: "answered" });
    expect(ghost?.passages.length).toBeGreaterThan(0);
    expect([...calls.values()].some(({ start }) => start.node === ghost?.id)).toBe(true);
    expect(decisiveSteps(after).some(({ node }) => node === ghost?.id)).toBe(false);
    expect(foldAnswerRoutes(after).questions.some(({ node }) => node === ghost?.id)).toBe(false);
  });
});
