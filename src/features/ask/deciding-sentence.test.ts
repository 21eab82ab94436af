import fc from "fast-check";
import { expect, it } from "vitest";
import { decidingSentence } from "./deciding-sentence.ts";

const passage = (text: string) => ({
  node: "node-1",
  passage: { id: "p", title: "", text, score: 1, bm25Rank: 1, denseRank: 1 },
});

it("is the sentence with the marked words", () => {
  const text = "It lies in Europe. It borders the Baltic Sea and Latvia. It has islands.";
  const start = text.indexOf("Baltic Sea");
  expect(decidingSentence({ ...passage(text), start, end: start + 10 })).toEqual({
    before: "It borders the ",
    marked: "Baltic Sea",
    after: " and Latvia.",
  });
});

it("is the first sentence where nothing is marked", () => {
  expect(decidingSentence({ ...passage("It lies in Europe. More."), start: 0, end: 0 })).toEqual({
    before: "",
    marked: "",
    after: "It lies in Europe.",
  });
});

it("keeps the marked words whole, and cuts what is too long beside them", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (a, marked, b) => {
      const text = `${a}${marked}${b}`;
      const cut = decidingSentence({
        ...passage(text),
        start: a.length,
        end: a.length + marked.length,
      });
      expect(cut.marked).toBe(marked);
      expect(Math.max(cut.before.length, cut.after.length)).toBeLessThanOrEqual(161);
    }),
  );
});
