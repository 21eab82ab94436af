import { describe, expect, it } from "vitest";
import { fakeModel } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { question, replying } from "../../../testing/methods/fake-runs.ts";

describe("Vanilla", () => {
  it.each([true, false])("answers from memory in one call (skills: %s)", async (skills) => {
    const small = fakeModel("small", replying({ answer: "Danube" }), { skills });
    expect(told(await askBaseline("vanilla", small))).toEqual([
      `plan: node-1 ${question}`,
      "node-1: answer by small",
      'node-1: known "Danube"',
      'answer "Danube": Danube.',
      "answered",
    ]);
    const rule = small.requests[0]?.messages[0]?.content ?? "";
    expect(rule.includes("from memory")).toBe(skills);
  });

  it("takes a large model's bare answer apart from its words", async () => {
    const large = fakeModel("large", () => "Answer: Danube\nIt runs through Vienna.");
    const small = fakeModel("small", () => "");
    const events = await askBaseline("vanilla", small, { large });
    expect(told(events).slice(-2)).toEqual([
      'answer "Danube": It runs through Vienna.',
      "answered",
    ]);
    expect(small.requests).toEqual([]);
  });

  it.each(["", "unknown", "I don't know."])(
    "says unknown where the model says %j",
    async (said) => {
      const events = await askBaseline(
        "vanilla",
        fakeModel("small", () => said),
      );
      expect(told(events).slice(-3)).toEqual([
        "node-1: unknown",
        'answer "unknown": unknown',
        "answered",
      ]);
    },
  );
});
