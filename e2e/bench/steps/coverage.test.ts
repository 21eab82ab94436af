import { describe, expect, it } from "vitest";
import { coverageOf, type Step } from "./coverage.ts";

const step = (query: string, answer: string): Step => ({ query, answer });
const both = [step("capital?", "tallinn"), step("its sea?", "baltic sea")];

describe("which steps another setup acted on in the same state", () => {
  it("is all where nothing differs", () => {
    expect(coverageOf([[both, both]])).toEqual({ questions: 1, steps: 2, covered: 2, same: 1 });
  });

  it("ends with the step whose answers differ, and before one that was asked otherwise", () => {
    const other = [step("capital?", "riga"), step("its sea?", "baltic sea")];
    const asked = [step("capital?", "tallinn"), step("its lake?", "peipus")];
    const shorter = both.slice(0, 1);
    expect(coverageOf([[both, other]])).toMatchObject({ covered: 1, same: 0 });
    expect(coverageOf([[both, asked]])).toMatchObject({ covered: 1, same: 0 });
    expect(coverageOf([[both, shorter]])).toMatchObject({ covered: 1, same: 0 });
    expect(coverageOf([[both, [step("which state?", "")]]])).toMatchObject({ covered: 0 });
  });
});
