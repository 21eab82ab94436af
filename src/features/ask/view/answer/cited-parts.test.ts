import { describe, expect, it } from "vitest";
import { afterShort, splitMarks, withLastWords } from "./cited-parts.ts";

const one = { mark: 1, node: "n1", passageId: "p1" };

describe("splitMarks", () => {
  it("puts the citation where its mark stood", () => {
    expect(splitMarks("The ouguiya [1].", [one])).toEqual(["The ouguiya", one, "."]);
  });

  it("leaves brackets of the model's own alone", () => {
    expect(splitMarks("As in [7] and [note].", [one])).toEqual(["As in [7] and [note]."]);
  });
});

describe("withLastWords", () => {
  const two = { ...one, mark: 2 };

  it("takes the word before a mark along with it", () => {
    expect(withLastWords(["The ouguiya", one, two, "."])).toEqual([
      "The ",
      { word: "ouguiya", citation: one },
      { word: "", citation: two },
      ".",
    ]);
  });

  it("lets go of the beginning of a word that is too long for a line", () => {
    const [kept, cited] = withLastWords(["x".repeat(60), one]);
    expect(kept).toBe("x".repeat(36));
    expect(cited).toEqual({ word: "x".repeat(24), citation: one });
  });
});

describe("afterShort", () => {
  const answer = (text: string, short: string) => ({
    type: "answer" as const,
    seq: 9,
    atMs: 9,
    call: null,
    text,
    short,
    citations: [one],
    path: [],
  });

  it("keeps the marks behind the bare answer beside it", () => {
    const found = afterShort(answer("Ouguiya [1]. It rests on ouguiya [1].", "Ouguiya"));
    expect(found).toEqual({ marks: [one], rest: "It rests on ouguiya [1]." });
  });

  it("leaves nothing but the mark of an answer that is all there is", () => {
    expect(afterShort(answer("Ouguiya [1].", "Ouguiya"))).toEqual({ marks: [one], rest: "" });
  });

  it("takes the whole text where it opens otherwise", () => {
    const found = afterShort(answer("It is the ouguiya [1].", "Ouguiya"));
    expect(found).toEqual({ marks: [], rest: "It is the ouguiya [1]." });
  });
});
