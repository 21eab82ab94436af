import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitting } from "./answer.ts";

const passage = (id: string, characters: number, title = "") => ({
  id,
  title,
  text: "x".repeat(characters),
  score: 1,
});
const lengths = (shown: readonly { text: string }[]) => shown.map(({ text }) => text.length);

describe("the passages that fit into a prompt", () => {
  it("are at most as many as are allowed, in their order", () => {
    const all = ["a", "b", "c"].map((id) => passage(id, 10));
    expect(fitting(all, { passages: 2, maxTokens: 100 }).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("are cut at four characters a token, titles counted; what is beyond is left out", () => {
    const all = [passage("a", 30, "0123456789"), passage("b", 100), passage("c", 5)];
    expect(lengths(fitting(all, { passages: 9, maxTokens: 20 }))).toEqual([30, 40]);
    expect(lengths(fitting(all, { passages: 9, maxTokens: 10 }))).toEqual([30]);
    expect(fitting(all, { passages: 9, maxTokens: 0 })).toEqual([]);
  });

  it("never hold more text than is allowed", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200)), fc.nat(100), (sizes, maxTokens) => {
        const all = sizes.map((size, index) => passage(String(index), size));
        const sum = lengths(fitting(all, { passages: 50, maxTokens })).reduce((a, b) => a + b, 0);
        expect(sum).toBeLessThanOrEqual(4 * maxTokens);
      }),
    );
  });
});
