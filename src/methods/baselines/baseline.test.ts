import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { FakeSignal, fakeModel, fakeReader } from "../../testing/fakes.ts";
import { askBaseline } from "../../testing/methods/fake-baselines.ts";
import { ofType } from "../../testing/methods/fake-runs.ts";
import { methods } from "../index.ts";

const bounds = methods.all.flatMap(({ id, kind, mostCalls }): [string, number][] =>
  kind === "baseline" ? [[id, mostCalls ?? 0]] : [],
);

const said = fc.oneof(
  fc.constantFrom(
    "yes",
    "no",
    "",
    "none",
    "Follow up: What is X?",
    "Follow up: What is Y?\nIntermediate answer: Z\nFollow up: W?",
    "So the final answer is: X",
    "So the final answer is:",
    "U1: What is X?",
    "Final:",
    "Final: X [1][9]",
    "1. A?\n2. B?\n3. C?\n4. D?\n5. E?\n6. F?\n7. G?\n8. H?",
    "Answer: X [7]",
    `${"so the answer is ".repeat(300)}`,
  ),
  fc.string({ unit: "binary", maxLength: 120 }),
);

function expectSound(events: readonly RunEvent[], most: number): void {
  expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
  expect(ofType(events, "answer")).toHaveLength(1);
  expect(ofType(events, "call-start").length).toBeLessThanOrEqual(most);
  const { nodes, finishedStages } = foldTrace(events);
  expect(finishedStages).toEqual(["solve"]);
  expect(ofType(events, "call-start").every(({ stage }) => stage === "solve")).toBe(true);
  const ids = [...nodes.keys()];
  expect(
    ofType(events, "node-start")
      .map(({ node }) => node)
      .sort(),
  ).toEqual(ids.sort());
  expect(
    ofType(events, "verdict")
      .map(({ node }) => node)
      .sort(),
  ).toEqual(ids.sort());
  const cited = ofType(events, "answer")[0]?.citations ?? [];
  for (const one of cited) expect(Object.keys(one)).toEqual(["mark", "node", "passageId"]);
}

describe.each(bounds)("%s", (id, most) => {
  it("answers once, in few calls, whatever the model says", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { minLength: 1, maxLength: 5 }),
        fc.constantFrom("skilled", "plain", "large"),
        fc.boolean(),
        async (texts, who, heads) => {
          let index = 0;
          const script = () => texts[index++ % texts.length] ?? "";
          const small = fakeModel("small", script, { skills: who === "skilled" });
          const reader = heads
            ? { reader: fakeReader((q) => (q.length % 2 ? { span: "x" } : {})) }
            : {};
          const large = who === "large" ? { large: fakeModel("large", script) } : {};
          expectSound(await askBaseline(id, small, { ...large, ...reader }), most);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("stops when it is told to, within the call", async () => {
    const signal = new FakeSignal();
    const small = fakeModel("small", () => {
      signal.aborted = true;
      return "Follow up: What is X?";
    });
    const reader = id === "direct-rag" ? fakeReader(() => ({})) : undefined;
    if (reader !== undefined) signal.aborted = true;
    const events = await askBaseline(id, small, {
      signal,
      ...(reader === undefined ? {} : { reader }),
    });
    expect(events.at(-1)).toMatchObject({ outcome: "stopped" });
    expect(small.requests.length).toBeLessThanOrEqual(1);
  });

  it("gives its own settings to each tier", async () => {
    const small = fakeModel("small", () => "no");
    const large = fakeModel("large", () => "no");
    await askBaseline(id, small, { large });
    expect(small.requests).toEqual([]);
    expect(large.requests.length).toBeGreaterThan(0);
  });
});
