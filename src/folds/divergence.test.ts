import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { decisiveSteps, firstDivergence } from "./divergence.ts";

function changed<T extends RunEvent["type"]>(
  type: T,
  change: Partial<Extract<RunEvent, { type: T }>>,
  nth = 0,
): RunEvent[] {
  const events = fakeRun();
  const place = events.flatMap((event, index) => (event.type === type ? index : []))[nth];
  return events.map((event, index) => (index === place ? { ...event, ...change } : event));
}

describe("where two runs part", () => {
  it("is nowhere for the same run, whoever did it and however long it took", () => {
    const slower = fakeRun().map((event) => ({ ...event, atMs: event.atMs * 3 + 5 }));
    expect(firstDivergence(fakeRun(), slower)).toBeNull();
    const others = fakeRun().map((event) =>
      event.type === "stage-start" ? { ...event, tier: "large" as const } : event,
    );
    expect(firstDivergence(fakeRun(), others)).toBeNull();
  });

  it("is the sub-question that was planned otherwise, not the whole plan", () => {
    const plan = fakeRun().find((event) => event.type === "branch-start");
    if (plan?.type !== "branch-start") throw new Error("the fake run plans");
    const nodes = plan.nodes.map((node) =>
      node.id === "n2" ? { ...node, query: "What is paid with in Mali?" } : node,
    );
    const found = firstDivergence(fakeRun(), changed("branch-start", { nodes }));
    expect(found).toMatchObject({
      shared: 1,
      a: { kind: "branch", node: "n2", seq: plan.seq },
      b: { kind: "branch", node: "n2", shown: expect.stringContaining("paid with") },
    });
  });

  it("is what was searched, found, or read, at its node", () => {
    const search = firstDivergence(fakeRun(), changed("query-rewrite", { search: "else" }, 1));
    expect(search?.b).toMatchObject({ kind: "search", node: "n4", shown: "else" });
    const found = firstDivergence(fakeRun(), changed("retrieval", { passages: [] }));
    expect(found).toMatchObject({ a: { kind: "passages", node: "n1" }, b: { shown: "" } });
    const read = firstDivergence(fakeRun(), changed("verdict", { span: "Senegal" }));
    expect(read).toMatchObject({ a: { kind: "verdict", shown: "Mauritania" }, b: { node: "n1" } });
  });

  it("is the end of the one that ended first", () => {
    const whole = decisiveSteps(fakeRun());
    const cut = fakeRun().filter(({ seq }) => seq < (whole.at(-1)?.seq ?? 0));
    const found = firstDivergence(cut, fakeRun());
    expect(found).toMatchObject({ shared: whole.length - 1, a: null, b: { kind: "end" } });
  });

  it("is found from both sides alike, and everything before it is shared", () => {
    const events = fakeRun();
    const decisive = new Set(decisiveSteps(events).map(({ seq }) => seq));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: events.length - 1 }), (dropped) => {
        const without = events.filter((_, index) => index !== dropped);
        const one = firstDivergence(events, without);
        const other = firstDivergence(without, events);
        expect(one === null).toBe(!decisive.has(events[dropped]?.seq ?? -1));
        expect([other?.a, other?.b, other?.shared]).toEqual([one?.b, one?.a, one?.shared]);
      }),
    );
  });
});
