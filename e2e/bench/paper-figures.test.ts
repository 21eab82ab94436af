import { expect, it } from "vitest";
import { analyse } from "../../src/evaluation/analysis/analyse.ts";
import { generatedLab } from "../../src/testing/lab/generated-lab.ts";
import { comparedTable, coopLlmTables, masteryTable } from "./paper-figures.ts";

const { batch, results } = generatedLab(20);
const { summaries } = analyse(batch, results, { metric: "f1", cost: "largeTokens" });
const [first] = summaries;
if (first === undefined) throw new Error("there are eight");

it("CoopLLM's tables stand beside a report that has one of their rows, and beside no other", () => {
  expect(coopLlmTables(summaries)).toEqual([]);
  const [table, ...more] = coopLlmTables([{ ...first, id: "rewriter-all" }]);
  expect(more).toEqual([]);
  expect(table?.rows.map(({ title, cells }) => [title, cells[0]])).toContainEqual(["All", 22.3]);
  const [two] = coopLlmTables([{ ...first, id: "searchain-large" }]);
  const large = two?.rows.find(({ configuration }) => configuration === "searchain-large");
  expect(large?.cells).toEqual([null, null, null, 52.2]);
});

it("every configuration has F1 beside cover-EM", () => {
  const lines = comparedTable(summaries).split("\n");
  expect(lines).toHaveLength(2 + summaries.length);
  expect(lines[0]).toContain("F1, % | EM, % | cover-EM of the output, %");
});

it("mastery: shares above each EM, and what both master, of the questions that both were asked", () => {
  const small = new Map([
    ["a", 1],
    ["b", 0.5],
    ["c", 0],
    ["d", 0],
    ["only small", 1],
  ]);
  const large = new Map([
    ["a", 1],
    ["b", 0],
    ["c", 1],
    ["d", 0],
  ]);
  const rows = masteryTable(small, large).split("\n");
  expect(rows[0]).toContain("4 questions");
  expect(rows.find((row) => row.startsWith("| > 0 |"))).toMatch(/50\.0.*50\.0.*50\.0/u);
  expect(rows.find((row) => row.startsWith("| > 0.5 |"))).toMatch(/25\.0.*50\.0.*100\.0/u);
});
