import { describe, expect, it } from "vitest";
import { fakeFailedRun, fakeRun, fakeRunUntil } from "../testing/fake-run.ts";
import { cutAt, doneBy } from "./retry-point.ts";

const events = fakeRun();
const first = (type: string, from = 0) =>
  events.findIndex((event, index) => index >= from && event.type === type);

describe("cutAt", () => {
  it("begins a stage at its Decision, the question to the small model included", () => {
    const decide = events.find((event) => event.type === "call-start");
    expect(cutAt(events, { kind: "stage", stage: "plan" })).toEqual({
      beforeSeq: decide?.seq,
      node: null,
      stage: "plan",
    });
    const summary = cutAt(events, { kind: "stage", stage: "summarise" });
    expect(events[summary?.beforeSeq ?? 0]).toMatchObject({
      type: "call-start",
      stage: "summarise",
      purpose: "decide",
    });
  });

  it("begins a stage that nobody had to decide at its start", () => {
    const plain = events.filter((event) => !("purpose" in event) || event.purpose !== "decide");
    const at = plain.find((event) => event.type === "stage-start");
    expect(cutAt(plain, { kind: "stage", stage: "plan" })?.beforeSeq).toBe(at?.seq);
  });

  it("finds where a run broke off", () => {
    const at = (log: typeof events) => cutAt(log, { kind: "break" });
    expect(at(fakeFailedRun())).toMatchObject({ stage: "plan", beforeSeq: 1 });
    expect(at(fakeRunUntil("node-start", 2))).toMatchObject({ stage: "solve", node: "n4" });
    expect(at(fakeRunUntil("stage-end", 2))).toMatchObject({
      stage: "summarise",
      beforeSeq: first("stage-end", first("stage-end") + 1) + 1,
    });
    expect(at(fakeRunUntil("run-start"))).toMatchObject({ stage: "plan", beforeSeq: 1 });
    expect(at(events)).toBeNull();
    expect(at([])).toBeNull();
  });

  it("begins anew where no chain was walked, or none will be", () => {
    const [start] = events;
    if (start?.type !== "run-start") throw new Error("no start");
    const { settings } = start;
    const anew = (stage: string) => ({ beforeSeq: 1, node: null, stage });
    const direct = { ...settings, method: "ra-isf", plan: "off" as const };
    const log = events.map((event) => (event === start ? { ...start, settings: direct } : event));
    const root = events.flatMap((event) => (event.type === "branch-start" ? event.nodes : []))[0];
    expect(cutAt(log, { kind: "node", node: root?.id ?? "" })).toEqual(anew("summarise"));
    expect(cutAt(log, { kind: "node", node: "n4" })?.node).toBe("n4");
    expect(cutAt(log, { kind: "stage", stage: "plan" })).toEqual(anew("summarise"));
    expect(cutAt(log.slice(0, 9), { kind: "break" })).toEqual(anew("summarise"));
    expect(cutAt(log, { kind: "break" })).toBeNull();
    const rival = { ...direct, method: "vanilla" };
    expect(cutAt(events, { kind: "node", node: "n4" }, rival)).toEqual(anew("solve"));
    const otherChain = { ...settings, method: "composed" };
    expect(cutAt(events, { kind: "node", node: "n4" }, otherChain)).toEqual(anew("plan"));
    expect(cutAt(events, { kind: "node", node: "n4" }, settings)?.node).toBe("n4");
  });

  it("is null for what the log does not hold", () => {
    expect(cutAt(events, { kind: "node", node: "nowhere" })).toBeNull();
    expect(cutAt([], { kind: "stage", stage: "plan" })).toBeNull();
  });
});

describe("done by another worker", () => {
  const settings = (method: string) => {
    const [start] = events;
    if (start?.type !== "run-start") throw new Error("no start");
    return { ...start.settings, method, solve: "small", summarise: "small" } as const;
  };

  it("is every answer of a run without a chain, its parts' as well", () => {
    const direct = { ...settings("ra-isf"), plan: "off" as const };
    const large = doneBy(direct, { stage: "summarise" }, "large");
    expect(large).toMatchObject({ solve: "large", summarise: "large" });
    expect({ ...large, solve: "small", summarise: "small" }).toEqual(direct);
  });

  it("is the one stage that is meant in a chain, and in a baseline", () => {
    const chain = { ...settings("coop-llm"), plan: "small" as const };
    expect(doneBy(chain, { stage: "summarise" }, "large")).toEqual({
      ...chain,
      summarise: "large",
    });
    const rival = { ...settings("vanilla"), plan: "off" as const };
    expect(doneBy(rival, { stage: "solve" }, "large")).toEqual({ ...rival, solve: "large" });
  });
});
