import { describe, expect, it } from "vitest";
import { firstDivergence } from "../../../../folds/divergence.ts";
import { foldTrace } from "../../../../folds/trace.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { fakeRun } from "../../../../testing/fake-run.ts";
import { treeItems } from "../../../tree/drawing/tree-model.ts";
import { mirrored } from "./mirror.ts";

function around(a: readonly RunEvent[], b: readonly RunEvent[]) {
  const [ours, theirs] = [treeItems(foldTrace(a)), treeItems(foldTrace(b))];
  return { ...mirrored(ours, theirs, firstDivergence(a, b)), ours, theirs };
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe("two runs round one axis", () => {
  it("stand on it whole where both did the same", () => {
    const { shared, sides, ours } = around(fakeRun(), fakeRun());
    expect(ids(shared.map(([one]) => one))).toEqual(ids(ours.slice(1)));
    expect(sides).toEqual([[], []]);
  });

  it("share what comes before the sub-question that was planned otherwise", () => {
    const other = fakeRun().map((event) =>
      event.type === "branch-start"
        ? {
            ...event,
            nodes: event.nodes.map((node) =>
              node.id === "n2" ? { ...node, query: "What is paid with in Mali?" } : node,
            ),
          }
        : event,
    );
    const { shared, sides, ours } = around(fakeRun(), other);
    const at = ours.findIndex(({ id }) => id === "n2");
    expect(shared).toHaveLength(at - 1);
    expect(sides.map((side) => side[0]?.id)).toEqual(["n2", "n2"]);
    expect(sides[1][0]?.title).toBe("What is paid with in Mali?");
  });

  it("part at the step whose passages differ, though it came to the same", () => {
    const other = fakeRun();
    const found = other.findIndex((event) => event.type === "retrieval");
    const event = other[found];
    if (event?.type !== "retrieval") throw new Error("the fake run searches");
    other[found] = { ...event, passages: event.passages.slice(1) };
    const { shared, sides } = around(fakeRun(), other);
    expect(shared.some(([{ id }]) => id === event.node)).toBe(false);
    expect(sides.map((side) => side[0]?.id)).toEqual([event.node, event.node]);
  });

  it("lose no step of either", () => {
    for (let length = 1; length <= fakeRun().length; length += 3) {
      const { shared, sides, ours, theirs } = around(fakeRun(), fakeRun().slice(0, length));
      const whole = (all: typeof ours) => ids(all.filter(({ kind }) => kind !== "question"));
      expect([...ids(shared.map(([one]) => one)), ...ids(sides[0])]).toEqual(whole(ours));
      expect([...ids(shared.map(([, one]) => one)), ...ids(sides[1])]).toEqual(whole(theirs));
    }
  });
});
