import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgePath } from "./edge-path.ts";
import { type LayoutItem, layoutTree, type Orientation } from "./tree-layout.ts";

const trees = fc
  .array(fc.record({ back: fc.nat(1000), peels: fc.boolean() }), { minLength: 0, maxLength: 60 })
  .map((rows) => {
    const items: LayoutItem[] = [{ id: "root", parent: null }];
    for (const { back, peels } of rows) {
      const parent = items[items.length - 1 - (back % items.length)]?.id ?? "root";
      items.push({ id: `n${items.length}`, parent, peels });
    }
    return items;
  });

const orientations = fc.constantFrom<Orientation>("across", "down");

describe("layoutTree", () => {
  it("never puts two items into one cell, and every child one step on", () => {
    fc.assert(
      fc.property(trees, (items) => {
        const { places } = layoutTree(items, "across");
        const cells = [...places.values()].map(({ step, lane }) => `${step} ${lane}`);
        expect(new Set(cells).size).toBe(items.length);
        for (const { id, parent } of items) {
          if (parent === null) continue;
          expect(places.get(id)?.step).toBe((places.get(parent)?.step ?? 0) + 1);
        }
      }),
    );
  });

  it("never puts two items into one place, whatever stands side by side", () => {
    const fans = trees.chain((items) =>
      fc
        .array(fc.boolean(), { minLength: items.length, maxLength: items.length })
        .map((flags) => items.map((item, at) => ({ ...item, fan: at > 0 && flags[at] === true }))),
    );
    fc.assert(
      fc.property(fans, orientations, (items, orientation) => {
        const { places, width, height } = layoutTree(items, orientation);
        const spots = [...places.values()].map(({ x, y }) => `${x} ${y}`);
        expect(new Set(spots).size).toBe(items.length);
        for (const { x, y } of places.values()) {
          expect(x < width && y < height).toBe(true);
        }
      }),
    );
  });

  it("never moves what it has placed, but down a narrow screen", () => {
    fc.assert(
      fc.property(trees, fc.nat(), (items, cut) => {
        const whole = layoutTree(items, "across").places;
        const before = layoutTree(items.slice(0, cut % (items.length + 1)), "across").places;
        for (const [id, place] of before) expect(whole.get(id)).toEqual(place);
      }),
    );
  });

  it("keeps a chain on one lane and opens a lane below for a branch", () => {
    const chain = ["a", "b", "c"].map((id, index, all) => ({ id, parent: all[index - 1] ?? null }));
    const branch = { id: "d", parent: "b", peels: true };
    const { places, lanes } = layoutTree([...chain, branch], "across");
    expect(chain.map(({ id }) => places.get(id)?.lane)).toEqual([0, 0, 0]);
    expect(places.get("d")).toMatchObject({ step: 2, lane: 1 });
    expect(lanes).toBe(2);
  });

  const fanned: LayoutItem[] = [
    { id: "q", parent: null },
    { id: "root", parent: "q" },
    ...["a", "b", "c"].map((id) => ({ id, parent: "root", fan: true })),
    ...["a1", "a2"].map((id) => ({ id, parent: "a", fan: true })),
    { id: "answer", parent: "root" },
  ];

  it("keeps the parent's lane for what comes after a fan", () => {
    const { places } = layoutTree(fanned, "across");
    expect(places.get("answer")).toMatchObject({ lane: 0, step: 2 });
    expect(["a", "b", "c"].map((id) => places.get(id)?.step)).toEqual([2, 2, 2]);
  });

  it("puts what grows from one of a fan right below it, so that no line crosses another", () => {
    const { places } = layoutTree(fanned, "across");
    const down = ["a", "a1", "a2", "b", "c"].map((id) => places.get(id)?.y ?? 0);
    expect(down).toEqual(down.toSorted((one, other) => one - other));
  });

  it.each(["across", "down"] as const)(
    "gives each of twelve queries room for its line, %s",
    (way) => {
      const queries = Array.from({ length: 12 }, (_, index) => ({
        id: `query ${index}`,
        parent: "root",
        fan: true,
        compact: true,
      }));
      const items = [...fanned.slice(0, 2), ...queries, { id: "answer", parent: "root" }];
      const { places, width, height } = layoutTree(items, way);
      const rows = queries.map(({ id }) => places.get(id)?.y ?? 0);
      rows.slice(1).forEach((y, index) => {
        expect(y - (rows[index] ?? 0)).toBeGreaterThanOrEqual(36);
      });
      expect(height).toBeLessThan(way === "across" ? 560 : 900);
      if (way === "down") expect(width).toBeLessThan(330);
      expect(Math.max(...rows)).toBeLessThan(height);
    },
  );

  it("stands a fan one under the other on a narrow screen, the answer below them all", () => {
    const { places, edges } = layoutTree(fanned, "down");
    const y = (id: string) => places.get(id)?.y ?? 0;
    const order = ["q", "root", "a", "a1", "a2", "b", "c", "answer"];
    expect(order.toSorted((one, other) => y(one) - y(other))).toEqual(order);
    expect(places.get("answer")?.x).toBe(places.get("root")?.x);
    expect(edges.filter(({ indented }) => indented).map(({ id }) => id)).toHaveLength(5);
  });

  it("needs no more width on a narrow screen for a run that was corrected many times", () => {
    const items: LayoutItem[] = [{ id: "q", parent: null }];
    for (let index = 0; index < 12; index += 1) {
      const parent = index === 0 ? "q" : `step ${index - 1}`;
      items.push({ id: `step ${index}`, parent, peels: index > 0 });
      items.push({ id: `left ${index}`, parent: `step ${index}` });
    }
    const { places, width } = layoutTree(items, "down");
    expect(width).toBeLessThan(330);
    for (let index = 0; index < 11; index += 1) {
      expect(places.get(`step ${index}`)?.x).toBe(0);
      expect(places.get(`left ${index}`)?.x).toBeGreaterThan(0);
    }
  });

  it("turns the path downwards on narrow screens", () => {
    const { places } = layoutTree(
      [
        { id: "a", parent: null },
        { id: "b", parent: "a" },
      ],
      "down",
    );
    expect(places.get("b")).toMatchObject({ x: 0 });
    expect(places.get("b")?.y).toBeGreaterThan(0);
  });

  it("draws an edge for every item but the first, ending at the item", () => {
    fc.assert(
      fc.property(trees, orientations, (items, orientation) => {
        const { edges } = layoutTree(items, orientation);
        expect(edges).toHaveLength(items.length - 1);
        for (const edge of edges) {
          expect(edgePath(edge)).toMatch(new RegExp(`L${edge.to.x},${edge.to.y}$`, "u"));
        }
      }),
    );
  });

  it("lays 500 items out within a frame", () => {
    const items: LayoutItem[] = [{ id: "0", parent: null }];
    for (let index = 1; index < 500; index += 1) {
      items.push({
        id: `${index}`,
        parent: `${Math.floor((index * 9) / 10)}`,
        peels: index % 7 === 0,
      });
    }
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now();
      layoutTree(items, "across");
      return performance.now() - start;
    }).sort((a, b) => a - b);
    expect(times[7]).toBeLessThan(16);
  });
});
