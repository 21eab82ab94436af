import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRunFile } from "../../log/file.ts";
import { emptyTrace, foldTrace } from "../trace.ts";
import { featureNames, featuresOf } from "./features.ts";
import { surenessOf } from "./verifier.ts";
import weights from "./weights.json";

const arrival = openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8"));

describe("the shipped trees", () => {
  it("were trained on the features that there are", () => {
    expect(weights.columns).toEqual([...featureNames]);
  });

  it("name only splits and leaves that they have", () => {
    for (const { column, threshold, left, right, missingLeft, leaves } of weights.trees) {
      const splits = column.length;
      expect([threshold, left, right, missingLeft].map(({ length }) => length)).toEqual(
        new Array(4).fill(splits),
      );
      expect(leaves).toHaveLength(splits + 1);
      const all = Array.from({ length: 2 * splits + 1 }, (_, place) => place - splits - 1);
      const led = splits === 0 ? [-1] : [...left, ...right].sort((a, b) => a - b);
      expect(led).toEqual(all.filter((child) => child !== 0));
    }
  });
});

describe("how sure an answer is", () => {
  it("is told of a run that has one, as a probability", () => {
    const sure = surenessOf(foldTrace(arrival));
    expect(sure).toBeGreaterThan(0);
    expect(sure).toBeLessThan(1);
  });

  it("is not told while there is none, nor of an empty one", () => {
    expect(surenessOf(emptyTrace)).toBeNull();
    const until = arrival.filter(({ type }) => type !== "answer" && type !== "run-end");
    expect(surenessOf(foldTrace(until))).toBeNull();
    const empty = arrival.map((event) =>
      event.type === "answer" ? { ...event, short: " " } : event,
    );
    expect(surenessOf(foldTrace(empty))).toBeNull();
  });

  it("goes down where the readers found no answer in what they read", () => {
    const unfound = arrival.map((event) =>
      event.type === "reading"
        ? {
            ...event,
            readings: event.readings.map((one) => ({ ...one, relevance: 0.01, noAnswer: 0.99 })),
          }
        : event,
    );
    expect(surenessOf(foldTrace(unfound)) ?? 1).toBeLessThan(surenessOf(foldTrace(arrival)) ?? 0);
  });
});

it("takes nothing that is not a number", () => {
  const features = featuresOf(foldTrace(arrival));
  for (const value of Object.values(features ?? {})) {
    expect(value === null || Number.isFinite(value)).toBe(true);
  }
});
