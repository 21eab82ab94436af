import { describe, expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { isSmallHere, sideBySide } from "./side-by-side.ts";

const copy = { memoryMB: 500, threads: 1 };
const device = (cores: number | null, memoryMB: number | null, spareCores = 0) => ({
  cores,
  memoryMB,
  spareCores,
});

describe("questions side by side", () => {
  it("are four where servers answer, and as many as a person says", () => {
    expect(sideBySide(null, device(2, 1000))).toEqual({ questions: 4, copies: 0 });
    expect(sideBySide(null, device(2, 1000), { questions: 9 })).toEqual({
      questions: 9,
      copies: 0,
    });
  });

  it.each([
    { cores: 1, memoryMB: 8000, copies: 1 },
    { cores: 2, memoryMB: 8000, copies: 2 },
    { cores: 3, memoryMB: 8000, copies: 3 },
    { cores: 64, memoryMB: 8000, copies: 4 },
    { cores: 8, memoryMB: 1200, copies: 2 },
    { cores: 8, memoryMB: 100, copies: 1 },
    { cores: null, memoryMB: 8000, copies: 1 },
    { cores: 8, memoryMB: null, copies: 1 },
  ])("have $copies copies on $cores cores with $memoryMB MB", ({ cores, memoryMB, copies }) => {
    expect(sideBySide(copy, device(cores, memoryMB))).toEqual({ questions: copies + 1, copies });
  });

  it("leave a core to what else runs, unless a person says how many", () => {
    expect(sideBySide(copy, device(2, 8000, 1))).toEqual({ questions: 2, copies: 1 });
    expect(sideBySide(copy, device(4, 8000, 1))).toEqual({ questions: 4, copies: 3 });
    expect(sideBySide(copy, device(2, 8000, 1), { questions: 3 })).toEqual({
      questions: 3,
      copies: 2,
    });
  });

  it("need a core for each thread of a copy", () => {
    expect(sideBySide({ ...copy, threads: 3 }, device(8, 8000)).copies).toBe(2);
  });

  it("never have more copies than questions, and no more than fit unless a person says so", () => {
    expect(sideBySide(copy, device(8, 8000), { questions: 2 })).toEqual({
      questions: 2,
      copies: 2,
    });
    expect(sideBySide(copy, device(2, 8000), { questions: 6 })).toEqual({
      questions: 6,
      copies: 2,
    });
    expect(sideBySide(copy, device(2, 8000), { copies: 3 })).toEqual({ questions: 4, copies: 3 });
    expect(sideBySide(copy, device(8, 8000), { questions: 1 })).toEqual({
      questions: 1,
      copies: 1,
    });
  });
});

it("tells whether any configuration asks a small model of this device", () => {
  const { batch } = generatedLab(3);
  const [first] = batch.configurations;
  if (first === undefined) throw new Error("no configuration");
  const served = { ...batch, models: { ...batch.models, smallAt: "http://localhost:8000" } };
  const withOther = [...served.configurations, { ...first, small: "another" }];
  expect(isSmallHere(batch)).toBe(true);
  expect(isSmallHere(served)).toBe(false);
  expect(isSmallHere({ ...served, configurations: withOther })).toBe(true);
});
