import { expect, it } from "vitest";
import { analyse } from "../../../src/evaluation/analysis/analyse.ts";
import { asksLarge, hasOwnModels, tunedVariants } from "../../../src/evaluation/combinations.ts";
import { stages } from "../../../src/log/types.ts";
import { allSmallSettings } from "../../../src/methods/coop-llm/presets.ts";
import { generatedLab } from "../../../src/testing/lab/generated-lab.ts";
import { comparedTable, coopLlmTables, masteryTable, tuningTable } from "./paper-figures.ts";
import { besideOf } from "./printed-figures.ts";

const { batch, results } = generatedLab(20);
const analysis = analyse(batch, results, { metric: "f1", cost: "largeTokens" });
const { summaries } = analysis;
const [first] = summaries;
if (first === undefined) throw new Error("there are eight");
const tablesOf = (id: string, of = batch) =>
  coopLlmTables({ ...analysis, summaries: [{ ...first, id }] }, of);

it("CoopLLM's tables stand beside a report that has one of their rows, and beside no other", () => {
  expect(tablesOf("SSL")).toEqual([]);
  const comparison = { kind: "methods", method: "ra-isf" };
  expect(tablesOf("rewriter-all", { ...batch, comparison })).toEqual([]);
  const [table, ...more] = tablesOf("rewriter-all");
  expect(more).toEqual([]);
  expect(table?.rows.map(({ title, cells }) => [title, cells[0]])).toContainEqual(["All", 22.3]);
  const [two] = tablesOf("searchain-large");
  const large = two?.rows.find(({ configuration }) => configuration === "searchain-large");
  expect(large?.cells).toEqual([null, null, null, 52.2]);
});

it("of the eight combinations, three are rows of Table 2, with what differs", () => {
  const [two, ...more] = coopLlmTables(analysis, batch);
  if (two === undefined) throw new Error("SSS is a row of Table 2");
  expect(more).toEqual([]);
  const own = besideOf(two, summaries, batch).rows.filter((row) => row.own[0] !== null);
  expect(own.slice(0, 3).map(({ printed }) => printed[0])).toEqual([15.7, 17.6, null]);
  expect(two.differs[0]).toContain(batch.models.small);
});

it("fine-tuned against base: Table 3, the paired difference, and what else differs", () => {
  const settings = { ...allSmallSettings, reader: "encoder" } as const;
  const alone = tunedVariants(settings, stages, { small: "base-lm", encoder: "base-encoder" })
    .filter((one) => !asksLarge(one))
    .map((one) =>
      hasOwnModels(one) ? { ...one, settings: { ...settings, reader: "model" as const } } : one,
    );
  const made = generatedLab(60, 7, alone);
  const models = { small: "tuned-lm", large: null, encoder: "tuned-encoder" };
  const tuned = { ...made.batch, models };
  const analysed = analyse(tuned, made.results, { metric: "f1", cost: "largeTokens" });
  const [three] = coopLlmTables(analysed, tuned);
  if (three === undefined) throw new Error("base is a row of Table 3");
  const shown = besideOf(three, analysed.summaries, tuned);
  expect(shown.rows[0]).toMatchObject({ own: [{ n: 60 }], printed: [12.1, 15.7, 16.2] });
  expect(shown.rows[1]).toMatchObject({ own: [{ n: 60 }], printed: [null, null, null] });
  expect(tuningTable(analysed)).toMatch(
    /tuned over base \| 60 \| [-\d.]+ \([-\d.]+–[-\d.]+\) \| — \|/u,
  );
  const differs = three.differs.join("\n");
  expect(differs).toContain("base-lm with the encoder base-encoder as base");
  expect(differs).toContain("The base encoder cannot read");
  expect(differs).toContain("were not run");
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
