import { describe, expect, it } from "vitest";
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
    // Nor does a later step write to what the many made.
    const found = structuredClone(after);
    for (const event of events.slice(middle)) traceStep(after, event);
    expect(after).toEqual(found);
    expect(emptyTrace.nodes.size).toBe(0);
  });
});
