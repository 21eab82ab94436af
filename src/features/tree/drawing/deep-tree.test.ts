import { describe, expect, it } from "vitest";
import { type LayoutItem, layoutTree } from "./tree-layout.ts";

/** Far deeper than any call stack. */
const depth = 30_000;

function chain(fan: boolean): LayoutItem[] {
  return Array.from({ length: depth }, (_, index) => ({
    id: `n${index}`,
    parent: index === 0 ? null : `n${index - 1}`,
    fan: fan && index > 0,
    peels: false,
  }));
}

describe("a tree deeper than the stack", () => {
  it("is laid out across", () => {
    expect(layoutTree(chain(false), "across")).toMatchObject({ steps: depth, lanes: 1 });
  });

  it("is laid out down the page, also where each hangs from the one before", () => {
    expect(layoutTree(chain(false), "down").places.size).toBe(depth);
    expect(layoutTree(chain(true), "down")).toMatchObject({ steps: depth, lanes: depth });
  });
});
