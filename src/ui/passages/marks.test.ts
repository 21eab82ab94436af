import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markWords } from "./marks.ts";

describe("markWords", () => {
  it("never changes the text, whatever the words", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, span) => {
        expect(
          markWords(text, span)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("finds the words whatever their case and spacing", () => {
    expect(markWords("The OUGUIYA  (MRU) is its currency.", "ouguiya (mru)")).toEqual([
      { text: "The ", marked: false },
      { text: "OUGUIYA  (MRU)", marked: true },
      { text: " is its currency.", marked: false },
    ]);
  });

  it("marks nothing for an empty span", () => {
    expect(markWords("text", " ")).toEqual([{ text: "text", marked: false }]);
  });
});
