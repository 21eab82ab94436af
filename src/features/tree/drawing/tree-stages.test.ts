import { describe, expect, it } from "vitest";
import { foldLedger } from "../../../folds/ledger.ts";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { raIsfRun } from "../../../testing/method-runs.ts";
import { answerId, questionId, treeItems } from "./tree-model.ts";
import { itemsOf, stagesOf } from "./tree-stages.ts";

const of = (events: ReturnType<typeof fakeRun>) =>
  stagesOf(treeItems(foldTrace(events)), foldLedger(events).charges);

describe("stages and steps", () => {
  it("belong together in a chain as they are drawn: plan, steps, answer", () => {
    const stages = of(fakeRun());
    // Continuing a chain counts as planning.
    expect(itemsOf(stages, "plan")).toEqual(new Set([questionId, "n1", "n4"]));
    expect(itemsOf(stages, "summarise")).toEqual(new Set([answerId]));
    expect(itemsOf(stages, "solve")).toEqual(new Set([...foldTrace(fakeRun()).nodes.keys()]));
  });

  it("belong together by what was charged where a question is answered as it stands", async () => {
    const stages = of(await raIsfRun());
    const root = [...stages.keys()][1] ?? "";
    expect(stages.get(root)).toEqual(new Set(["solve", "plan", "summarise"]));
    expect(stages.get("nowhere")).toBeUndefined();
  });
});
