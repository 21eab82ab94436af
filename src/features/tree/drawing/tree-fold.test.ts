import { describe, expect, it } from "vitest";
import { collectCharges } from "../../../folds/ledger.ts";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeRun, fakeRunUntil } from "../../../testing/fake-run.ts";
import { raIsfRun, slimRun } from "../../../testing/method-runs.ts";
import { finishedBranches, withoutFolded } from "./tree-fold.ts";
import { layoutTree } from "./tree-layout.ts";
import { lineWidths, weightsOf } from "./tree-lens.ts";
import { answerId, questionId, treeItems } from "./tree-model.ts";

const items = treeItems(foldTrace(fakeRun()));

describe("finished branches", () => {
  it("of a correction fold into the step that was corrected, and the path stays", () => {
    const hidden = finishedBranches(items);
    expect(Object.fromEntries(hidden)).toEqual({ n2: "n1", n3: "n1" });
    const tree = withoutFolded(items, hidden);
    expect(tree.items.map(({ id }) => id)).toEqual(
      items.filter(({ ghost }) => !ghost).map(({ id }) => id),
    );
    expect(tree.counts.get("n1")).toBe(2);
  });

  it("are none while nothing is left behind", () => {
    expect(finishedBranches(treeItems(foldTrace(fakeRunUntil("verdict")))).size).toBe(0);
  });

  it.each([
    ["queries", slimRun],
    ["sub-questions", raIsfRun],
  ])("of %s that are done fold into what they were asked for", async (_, run) => {
    const all = treeItems(foldTrace(await run()));
    const hidden = finishedBranches(all);
    const tree = withoutFolded(all, hidden);
    expect(hidden.size).toBeGreaterThan(1);
    expect(tree.items.some(({ fan }) => fan)).toBe(false);
    expect(layoutTree(tree.items, "across").places.size).toBe(tree.items.length);
  });
});

describe("lenses", () => {
  const charges = collectCharges(fakeRun());
  const weights = weightsOf(charges);

  it("put every second and cent of the run at one of its items", () => {
    const ids = new Set(items.map(({ id }) => id));
    expect([...weights.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect(weights.has(questionId) && weights.has(answerId)).toBe(true);
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    expect(sum([...weights.values()].map((one) => one.seconds))).toBeCloseTo(
      sum(charges.map((one) => one.seconds)),
    );
  });

  it("draw the most as the widest line, half of it half as wide, and the unknown not at all", () => {
    const widths = lineWidths(
      new Map([
        ["a", { seconds: 4, usd: 0.002 }],
        ["b", { seconds: 2, usd: null }],
        ["c", { seconds: 0, usd: 0 }],
      ]),
      "time",
    );
    expect(widths.get("b")).toBe((widths.get("a") ?? 0) / 2);
    expect(widths.get("c")).toBe(1);
    const money = lineWidths(new Map([["b", { seconds: 2, usd: null }]]), "money");
    expect(money.has("b")).toBe(false);
  });
});
