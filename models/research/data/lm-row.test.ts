import { describe, expect, test } from "vitest";
import { finalLine, planPrompt, solvedLines } from "../../../src/methods/skills.ts";
import { faultOf } from "./lm-check.ts";
import { asQuery, concludeRow, isPlainAnswer, type LmRow, planRow } from "./lm-row.ts";

const question = "Who wrote the anthem of the country whose capital is Aberwick?";
const solved = [
  { query: "Which country has Aberwick as its capital?", answer: "Norland" },
  { query: "Who wrote the anthem of Norland?", answer: "Ada Quill" },
];
const end = { answer: "Ada Quill", rests: [2] };
const whole = ({ segments }: LmRow) => segments.map(({ text }) => text).join("");

describe("a plan row", () => {
  const row = planRow("own", { question, solved, end });

  test("joined, is what the app would have in the model's turn", () => {
    expect(whole(row)).toBe(`${solvedLines(solved)}${finalLine("Ada Quill", [2])}`);
    expect(row.messages).toEqual(planPrompt(question, []).messages);
  });

  test("before each learned line stands the prefix that the app gives", () => {
    const before = row.segments.map((_segment, index) =>
      row.segments
        .slice(0, index)
        .map(({ text }) => text)
        .join(""),
    );
    const learned = row.segments.flatMap(({ learn }, index) => (learn ? [before[index]] : []));
    expect(learned).toEqual([
      "",
      planPrompt(question, solved.slice(0, 1)).assistantPrefix,
      planPrompt(question, solved).assistantPrefix,
    ]);
  });

  test("learns no answer of a step", () => {
    const learned = row.segments.filter(({ learn }) => learn).map(({ text }) => text);
    expect(learned).toEqual([
      "U1: Which country has Aberwick as its capital?",
      "U2: Who wrote the anthem of Norland?",
      "Final: Ada Quill [2]",
    ]);
  });

  test("ends in a learned query where the answer is unknown", () => {
    const open = planRow("own", { question, solved: [], end: { query: solved[0]?.query ?? "" } });
    expect(open.segments).toEqual([
      { text: "U1: Which country has Aberwick as its capital?", learn: true },
    ]);
  });
});

test("a conclusion learns the final line only", () => {
  const row = concludeRow("own", question, solved, end);
  expect(row.segments).toEqual([
    { text: solvedLines(solved), learn: false },
    { text: "Final: Ada Quill [2]", learn: true },
  ]);
});

describe("the check of every row", () => {
  const row = planRow("own", { question, solved, end });
  const withLast = (text: string): LmRow => ({ ...row, segments: [{ text, learn: true }] });

  test("lets good rows pass", () => {
    expect(faultOf(row)).toBeNull();
    expect(faultOf(concludeRow("own", question, solved, end))).toBeNull();
  });

  test.each([
    ["U1: Who wrote the anthem of #1?", "a reference to a step"],
    ["U1: ", "blank or empty output"],
    ["Who wrote it?", "a line that the app has to mend"],
    ["U1: Who?\nU2: Where?", "not exactly one line"],
    ["Final: Ada<|im_end|>", "a control token"],
  ])("refuses %j", (text, fault) => {
    expect(faultOf(withLast(text))).toBe(fault);
  });

  test("refuses a row that ends in a given piece or learns nothing", () => {
    const given = { text: "\nA1: x\n", learn: false };
    expect(faultOf({ ...row, segments: [...row.segments, given] })).toBe(
      "ends in what is not learned",
    );
    expect(faultOf({ ...row, segments: [given] })).toBe("nothing is learned");
  });
});

test("a question becomes a query: large letter, one mark", () => {
  expect(asQuery("when did  norland join the league ?")).toBe("When did norland join the league?");
});

test("answers with marks, breaks or many words cannot stand in a chain", () => {
  expect(isPlainAnswer("Ada Quill", 6)).toBe(true);
  for (const bad of ["", "a\nb", "Quill [1]", "one two three four five six seven"]) {
    expect(isPlainAnswer(bad, 6)).toBe(false);
  }
});
