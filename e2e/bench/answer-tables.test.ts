import { describe, expect, it } from "vitest";
import { comparisonTable, overallTable, typeTable } from "./answer-tables.ts";
import { fakeKept } from "./fake-kept.ts";
import type { KeptRun } from "./kept-runs.ts";

const one = (id: string, value: number): KeptRun =>
  fakeKept({
    question: id,
    metrics: { coverEm: value, coverEmTokens: value, em: value, f1: value },
  });
const rowsOf = (table: string) =>
  table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));

describe("the tables of an evaluation", () => {
  it("say n, the means and their intervals, and what it cost", () => {
    const [, , row] = rowsOf(overallTable("set", [one("a", 1), one("b", 0)]));
    expect(row?.slice(2, 4)).toEqual(["2", "50.0 (0.0–100.0)"]);
    expect(row?.slice(7, 13)).toEqual(["—", "5.0", "1.00", "3.0", "2.0", "0.00"]);
  });

  it("have a row for each type, the most frequent first", () => {
    const row = (id: string, type: string) => ({ id, type, question: "Q?", answers: ["x"] });
    const table = typeTable(
      [one("a", 1), one("b", 0), one("c", 0)],
      [row("a", "comparison"), row("b", "bridge"), row("c", "bridge"), row("unasked", "other")],
    );
    expect(rowsOf(table).map((cells) => cells.slice(1, 4))).toEqual([
      ["type", "n", "cover-EM"],
      ["---", "---", "---"],
      ["bridge", "2", "0.0 (0.0–0.0)"],
      ["comparison", "1", "100.0 (100.0–100.0)"],
    ]);
  });
});

describe("evaluations side by side", () => {
  const base = { name: "base", runs: [one("a", 0), one("b", 0), one("c", 1), one("only", 1)] };
  const tuned = { name: "tuned", runs: [one("c", 1), one("b", 1), one("a", 1)] };

  it("are paired by question, over those that all of them answered", () => {
    const [, , first, second, difference] = rowsOf(comparisonTable([base, tuned]));
    expect(first?.slice(1, 4)).toEqual(["base", "3", "33.3 (0.0–100.0)"]);
    expect(second?.slice(1, 4)).toEqual(["tuned", "3", "100.0 (100.0–100.0)"]);
    expect(difference?.slice(1, 4)).toEqual(["tuned − base", "3", "+66.7 (0.0 to +100.0)"]);
  });

  it("differ by nothing, exactly, from themselves", () => {
    const [, , , , difference] = rowsOf(comparisonTable([base, { ...base, name: "again" }]));
    expect(difference?.slice(3, 7)).toEqual(Array(4).fill("0.0 (0.0 to 0.0)"));
  });

  it("refuse to compare what has no question in common", () => {
    expect(() => comparisonTable([base, { name: "other", runs: [one("z", 1)] }])).toThrow(
      /no question in common/u,
    );
  });
});
