import { describe, expect, it } from "vitest";
import { fakeModel } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";
import { chainOfThought } from "./index.ts";

const reasoning = "Vienna is the capital of Austria. The Danube runs through Vienna.";

describe("chain of thought", () => {
  it("shows each step as a node, and ends in the answer", async () => {
    const said = `Reasoning: ${reasoning}\nSo the answer is: the Danube`;
    const large = fakeModel("large", replying({ reason: said }));
    const events = await askBaseline(
      chainOfThought.id,
      fakeModel("small", () => ""),
      { large },
    );
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      "node-1: reason by large",
      "follow: node-2 Vienna is the capital of Austria. | node-3 The Danube runs through Vienna.",
      "node-2: reasoned",
      "node-3: reasoned",
      'node-1: reasoned "the Danube"',
      'answer "the Danube": Vienna is the capital of Austria. [1] The Danube runs through Vienna. [2] So the answer is: the Danube.',
      "answered",
    ]);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 1, node: "node-2", passageId: null },
      { mark: 2, node: "node-3", passageId: null },
    ]);
    expect(large.requests[0]?.assistantPrefix).toBeUndefined();
  });

  it("begins the reasoning of a small model, and once its end", async () => {
    const small = fakeModel("small", replying({ reason: [` ${reasoning}`, " Danube"] }));
    const events = await askBaseline(chainOfThought.id, small);
    expect(small.requests.map(({ assistantPrefix }) => assistantPrefix)).toEqual([
      "Reasoning:",
      `Reasoning: ${reasoning}\nSo the answer is:`,
    ]);
    expect(told(events)).toContain("call-1: step fell-back");
    expect(ofType(events, "answer")[0]).toMatchObject({ short: "Danube", call: "call-2" });
  });

  it("drops a step that repeats itself", async () => {
    const small = fakeModel(
      "small",
      () => `${"It is Vienna. ".repeat(40)}So the answer is: Vienna`,
    );
    const events = await askBaseline(chainOfThought.id, small);
    expect(ofType(events, "branch-start").map(({ nodes }) => nodes.length)).toEqual([1, 1]);
    expect(ofType(events, "call-start")).toHaveLength(1);
  });

  it("is unknown where it never comes to an end", async () => {
    const events = await askBaseline(
      chainOfThought.id,
      fakeModel("small", () => ""),
    );
    expect(ofType(events, "call-start")).toHaveLength(2);
    expect(told(events).slice(-4)).toEqual([
      "call-2: answer fell-back",
      "node-1: unknown",
      'answer "unknown": unknown',
      "answered",
    ]);
  });
});
