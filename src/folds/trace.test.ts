import { describe, expect, it } from "vitest";
import type { RunEvent, RunEventOf } from "../log/events.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { emptyTrace, foldTrace, traceStep, traceSteps } from "./trace.ts";

describe("many steps of the fold at once", () => {
  it("come to the same as one after the other, wherever they are parted", () => {
    const events = fakeRun();
    const whole = events.reduce(traceStep, emptyTrace);
    for (let at = 0; at <= events.length; at += 1) {
      const before = foldTrace(events.slice(0, at));
      expect(traceSteps(before, events.slice(at))).toEqual(whole);
    }
  });

  it("leave the trace that they began with as it was", () => {
    const events = fakeRun();
    const middle = Math.floor(events.length / 2);
    const before = foldTrace(events.slice(0, middle));
    const kept = structuredClone(before);
    const after = traceSteps(before, events.slice(middle));
    expect(before).toEqual(kept);
    // A later step must not write to maps that `traceSteps` made.
    const found = structuredClone(after);
    for (const event of events.slice(middle)) traceStep(after, event);
    expect(after).toEqual(found);
    expect(emptyTrace.nodes.size).toBe(0);
  });

  it("keep the first answer as it was while the summary is done anew", () => {
    const events = fakeRun();
    const { start } = foldTrace(events);
    const node = foldTrace(events).nodes.keys().next().value;
    if (start === null || node === undefined) throw new Error("no run");
    const { settings } = start;
    const plan = settings.plan === "large" ? "large" : "small";
    const solve = settings.solve === "large" ? "large" : "small";
    const weighed: RunEventOf<"worth"> = {
      type: "worth",
      seq: 900,
      atMs: 9000,
      sure: 0.41,
      ways: [
        { id: "anew", stages: { plan, solve, summarise: "large" }, expected: 0.68, usd: 0.0004 },
      ],
      chosen: "anew",
      pointUsd: 0.05,
      learnt: null,
      totalMs: 1,
    };
    const log: RunEvent[] = [
      ...events,
      weighed,
      { type: "node-start", node, query: "Something else?", seq: 901, atMs: 9001 },
      { ...weighed, chosen: null, after: 0.3, seq: 902, atMs: 9002 },
    ];
    const whole = log.reduce(traceStep, emptyTrace);
    expect(whole.nodes).toEqual(foldTrace(events).nodes);
    expect(foldTrace(log)).toEqual(whole);
    expect(foldTrace(log.slice(0, -1))).toEqual(log.slice(0, -1).reduce(traceStep, emptyTrace));
  });
});
