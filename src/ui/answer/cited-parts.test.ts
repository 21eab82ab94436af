import { describe, expect, it } from "vitest";
import { afterShort, splitMarks } from "./cited-parts.ts";

const one = { mark: 1, node: "n1", passageId: "p1" };

describe("splitMarks", () => {
  it("puts the citation where its mark stood", () => {
    expect(splitMarks("The ouguiya [1].", [one])).toEqual(["The ouguiya", one, "."]);
  });

  it("leaves brackets of the model's own alone", () => {
    expect(splitMarks("As in [7] and [note].", [one])).toEqual(["As in [7] and [note]."]);
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
