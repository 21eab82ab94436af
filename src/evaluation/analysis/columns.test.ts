import { describe, expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import type { LabResult } from "../types.ts";
import { labColumns, onSet, questionSet, unscoredCode } from "./columns.ts";

const { batch, results } = generatedLab(40);
const columns = labColumns(batch, results, "coverEm", "largeTokens");
const column = (id: string) => {
  const found = columns.byConfiguration.get(id);
  if (found === undefined) throw new Error(`no column ${id}`);
  return found;
};
const set = (filter: "all" | "right" | "wrong" | "differs", brushed: Uint8Array | null = null) =>
  questionSet({ configuration: column("LSS"), against: column("SSS"), filter, brushed });

describe("columns", () => {
  it("hold every result in its place", () => {
    expect(columns.questions).toHaveLength(40);
    for (const [id, { results: own, cost }] of columns.byConfiguration) {
      for (const [index, result] of own.entries()) {
        expect(result).toMatchObject({ configuration: id, question: columns.questions[index] });
        expect(cost[index]).toBe(result?.total.largeTokens);
      }
    }
  });

  it("keep apart what is missing, failed and unknown", () => {
    const [first, second, third] = results;
    if (!first || !second || !third) throw new Error("there are results");
    const failed: LabResult = { ...second, outcome: "failed" };
    const unpriced: LabResult = { ...third, total: { ...third.total, usd: null } };
    const some = labColumns(batch, [first, failed, unpriced], "coverEm", "usd");
    const of = (result: LabResult) => some.byConfiguration.get(result.configuration);
    expect(of(failed)).toMatchObject({ right: Uint8Array.of(unscoredCode) });
    expect(of(failed)?.metric[0]).toBeNaN();
    expect(of(unpriced)?.cost[0]).toBeNaN();
    expect(some.byConfiguration.get("LLL")).toBeUndefined();
  });

  it("call an answer right by cover-EM where the metric has degrees", () => {
    const graded = labColumns(batch, results, "f1", "usd").byConfiguration.get("LSS");
    expect(graded?.right).toEqual(column("LSS").right);
    expect(graded?.metric).not.toEqual(column("LSS").metric);
  });
});

describe("the set of questions", () => {
  it("splits by right and wrong, and by what differs from another configuration", () => {
    expect(set("right").length + set("wrong").length).toBe(40);
    for (const index of set("differs")) {
      expect(column("LSS").right[index]).not.toBe(column("SSS").right[index]);
    }
    expect(set("differs").length).toBeGreaterThan(0);
  });

  it("has nothing that differs where there is nothing to differ from", () => {
    const alone = { configuration: column("LSS"), against: null, brushed: null };
    expect(questionSet({ ...alone, filter: "differs" })).toHaveLength(0);
  });

  it("is narrowed by the brush, and summed up for every configuration", () => {
    const brushed = new Uint8Array(40).fill(1, 0, 10);
    const held = set("all", brushed);
    expect([...held]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const first = new Set(columns.questions.slice(0, 10));
    const own = results.filter((one) => one.configuration === "LLL" && first.has(one.question));
    const right = own.filter(({ metrics }) => metrics.coverEm === 1).length;
    expect(onSet(column("LLL"), held)).toEqual({ n: 10, metric: right / 10 });
    expect(onSet(column("LLL"), new Uint32Array())).toEqual({ n: 0, metric: null });
  });
});
