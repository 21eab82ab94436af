import { describe, expect, it } from "vitest";
import { nearestExamples, workedExamples } from "./examples.ts";

describe("the worked examples", () => {
  it("picks by shape, nearest last", () => {
    const picked = nearestExamples("Which country is larger in area, Mali or Chad?", 3);
    expect(picked.at(-1)?.question).toBe("Which country is larger in area, Norway or Sweden?");
  });

  it("have a final answer and at least two steps each", () => {
    for (const example of workedExamples) expect(example.steps.length).toBeGreaterThan(1);
  });
});
