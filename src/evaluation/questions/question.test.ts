import { describe, expect, it } from "vitest";
import { questionRow, supportCount, supportOf } from "./question.ts";

describe("a question row", () => {
  it("keeps what the schema names and drops the rest", () => {
    const row = questionRow.parse({
      id: "q",
      question: "Q?",
      answers: ["a"],
      dataset: "musique",
      context: [{ title: "T", sentences: ["S."] }],
      context_kind: "gold_only",
      split: "dev",
    });
    expect(row).toEqual({
      id: "q",
      question: "Q?",
      answers: ["a"],
      dataset: "musique",
      context: [{ title: "T", sentences: ["S."] }],
      context_kind: "gold_only",
    });
    expect(questionRow.safeParse({ id: "q", question: "Q?" }).success).toBe(false);
  });
});

describe("gold passages", () => {
  const twins = {
    id: "q",
    supporting: [
      { title: "Danube", para_idx: 0 },
      { title: "Danube", para_idx: 4 },
    ],
  };

  it("go by their place among the question's own paragraphs, where titles repeat", () => {
    const goldOf = supportOf(twins, "own-context");
    expect(goldOf?.({ id: "q/1", title: "Danube" })).toBe("#0");
    expect(goldOf?.({ id: "q/5", title: "Danube" })).toBe("#4");
    expect(goldOf?.({ id: "q/3", title: "Danube" })).toBeNull();
    expect(supportCount(twins, "own-context")).toBe(2);
  });

  it("go by title in a shared library, each title once", () => {
    expect(supportOf(twins, "shared")?.({ id: "river-7", title: "Danube" })).toBe("Danube");
    expect(supportCount(twins, "shared")).toBe(1);
  });

  it("go by id first, where they have one", () => {
    const row = {
      id: "q",
      supporting: [
        { id: "at/1", title: "Austria" },
        { id: "at/2", title: "Austria" },
      ],
    };
    const goldOf = supportOf(row, "shared");
    expect(goldOf?.({ id: "at/2", title: "Austria" })).toBe("at/2");
    expect(goldOf?.({ id: "at/9", title: "Austria" })).toBe("at/1");
    expect(supportCount(row, "shared")).toBe(2);
  });

  it("are unknown where the row names none", () => {
    expect(supportOf({ id: "q", supporting: [] }, "shared")).toBeNull();
  });
});
