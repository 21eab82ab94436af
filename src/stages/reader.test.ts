import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PassageReading } from "../runtime/ports.ts";
import { mostRelevant, type ReadPassage } from "./reader.ts";

const said: Omit<PassageReading, "relevance"> = {
  kind: "span",
  span: "Vienna",
  start: 0,
  confidence: 0.5,
  noAnswer: 0.1,
  spans: [],
  tokens: 10,
};

function readPassages(relevances: readonly number[]): ReadPassage[] {
  return relevances.map((relevance, index) => ({
    passage: { id: `p-${index}`, title: "", text: "" },
    reading: { ...said, relevance },
  }));
}

const ids = (read: readonly ReadPassage[]) => read.map(({ passage }) => passage.id);

const relevances = fc.array(fc.double({ min: 0, max: 0.962, noNaN: true }), {
  minLength: 1,
  maxLength: 15,
});

describe("the most relevant passages", () => {
  it("are the same once they are settled, whatever is read after them", () => {
    fc.assert(
      fc.property(relevances, fc.integer({ min: 1, max: 4 }), (all, k) => {
        const { keep, isSettled } = mostRelevant(k);
        const whole = ids(keep(readPassages(all)));
        for (let read = 1; read <= all.length; read += 1) {
          const part = readPassages(all.slice(0, read));
          if (isSettled?.(part) === true) expect(ids(keep(part))).toEqual(whole);
        }
      }),
    );
  });

  it("are settled by one that nothing could be ahead of, and not by fewer than are wanted", () => {
    const isSettled = (read: readonly number[], k: number) =>
      mostRelevant(k).isSettled?.(readPassages(read));
    expect(isSettled([0.95], 1)).toBe(true);
    expect(isSettled([0.95], 2)).toBe(false);
    expect(isSettled([0.5, 0.96], 1)).toBe(true);
    expect(isSettled([0.5, 0.6], 1)).toBe(false);
  });
});
