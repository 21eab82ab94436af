import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { treeItems } from "../drawing/tree-model.ts";
import { moveInTree, treeRows, visibleRows } from "./rows.ts";

const rows = treeRows(treeItems(foldTrace(fakeRun())));
const none: ReadonlySet<string> = new Set();
const at = (id: string) => rows.findIndex((row) => row.item.id === id);

describe("treeRows", () => {
  it("hangs a branch under the step it began at, and walks depth first", () => {
    expect(rows.map((row) => `${row.level} ${row.item.id}`)).toEqual([
      "1 question",
      "2 n1",
      "3 n4",
      "4 n5",
      "4 n6",
      "4 n7",
      "4 n8",
      "4 answer",
      "2 n2",
      "2 n3",
    ]);
  });

  it("counts siblings as a screen reader will say them", () => {
    expect(rows[at("n2")]).toMatchObject({ position: 2, siblings: 3, under: "question" });
  });

  it("hides what hangs under a folded row", () => {
    const shown = visibleRows(rows, new Set(["n1"])).map((row) => row.item.id);
    expect(shown).toEqual(["question", "n1", "n2", "n3"]);
  });
});

describe("treeRows of a file", () => {
  it("may be deeper than the stack", () => {
    const depth = 30_000;
    const [, hop] = treeItems(foldTrace(fakeRun()));
    if (hop === undefined) throw new TypeError("the fake run has steps");
    const items = Array.from({ length: depth }, (_, index) => {
      const parent = index === 0 ? null : `n${index - 1}`;
      return { ...hop, id: `n${index}`, parent, hangs: true };
    });
    expect(treeRows(items).at(-1)).toMatchObject({ level: depth, under: `n${depth - 2}` });
  });
});

describe("moveInTree", () => {
  it.each([
    ["ArrowDown", "n1", { kind: "move", id: "n4" }],
    ["ArrowUp", "n4", { kind: "move", id: "n1" }],
    ["Home", "n8", { kind: "move", id: "question" }],
    ["End", "n1", { kind: "move", id: "n3" }],
    ["ArrowRight", "n1", { kind: "move", id: "n4" }],
    ["ArrowLeft", "n5", { kind: "move", id: "n4" }],
    ["ArrowLeft", "n1", { kind: "fold" }],
    ["ArrowRight", "n5", null],
    ["ArrowUp", "question", null],
    ["a", "n1", null],
  ])("%s on %s", (key, id, step) => {
    expect(moveInTree(key, rows, at(id), none)).toEqual(step);
  });

  it("unfolds to the right", () => {
    expect(moveInTree("ArrowRight", rows, at("n1"), new Set(["n1"]))).toEqual({ kind: "fold" });
  });
});
