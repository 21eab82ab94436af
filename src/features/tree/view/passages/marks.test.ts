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

  it.each([
    ["Estonian is spoken in Estonia.", "Estonia", ["Estonia"]],
    ["Estonia's sea; Estonia, too", "estonia", ["Estonia", "Estonia"]],
    ["1960 but not 19601", "1960", ["1960"]],
    ["東京都は東京にある", "東京", ["東京", "東京"]],
    ["U.S.A. and U.S.", "U.S.", ["U.S.", "U.S."]],
  ])("marks whole words only: %s", (text, span, marked) => {
    const found = markWords(text, span).filter((piece) => piece.marked);
    expect(found.map((piece) => piece.text)).toEqual(marked);
  });

  it("marks nothing for an empty span", () => {
    expect(markWords("text", " ")).toEqual([{ text: "text", marked: false }]);
  });
});
