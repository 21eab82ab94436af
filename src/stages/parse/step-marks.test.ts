import { describe, expect, it } from "vitest";
import { withStepAnswers } from "./step-marks.ts";

const author = { query: "Who wrote The Glass Harbour?", answer: "Marta Lindqvist" };
const town = { query: "In which town was [1] born?", answer: null };

describe("the marks of earlier steps", () => {
  it.each([
    ["Which university did [1] attend?", [author], "Which university did Marta Lindqvist attend?"],
    [
      "Who is [1], and who is [1]?",
      [author],
      "Who is Marta Lindqvist, and who is Marta Lindqvist?",
    ],
    [
      "How large is [2]?",
      [author, town],
      "How large is (In which town was Marta Lindqvist born?)?",
    ],
    [
      "How large is [2]?",
      [author, { ...town, answer: "" }],
      "How large is (In which town was Marta Lindqvist born?)?",
    ],
    ["Who wrote [3] and [0]?", [author], "Who wrote [3] and [0]?"],
    ["Who wrote it?", [author], "Who wrote it?"],
  ])("%s", (query, earlier, lookedUp) => {
    expect(withStepAnswers(query, earlier)).toBe(lookedUp);
  });

  it("end where a query marks itself", () => {
    const self = { query: "What is [1]?", answer: null };
    expect(withStepAnswers("What is [1]?", [self])).toBe("What is (What is [1]?)?");
  });
});
