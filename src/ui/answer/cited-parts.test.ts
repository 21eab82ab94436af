import { describe, expect, it } from "vitest";
import { splitMarks } from "./cited-parts.ts";

const one = { mark: 1, node: "n1", passageId: "p1" };

describe("splitMarks", () => {
  it("puts the citation where its mark stood", () => {
    expect(splitMarks("The ouguiya [1].", [one])).toEqual(["The ouguiya", one, "."]);
  });

  it("leaves brackets of the model's own alone", () => {
    expect(splitMarks("As in [7] and [note].", [one])).toEqual(["As in [7] and [note]."]);
  });
});
