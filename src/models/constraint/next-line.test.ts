import { describe, expect, it } from "vitest";
import { correctPrompt, planPrompt } from "../../methods/skills.ts";
import { satisfies } from "./session.ts";

const question = "Which river runs through the capital of Austria?";
const solved = [{ query: "What is the capital of Austria?", answer: "Vienna" }];
const wrong = { steps: solved, final: "Vienna" };

function takes(text: string, { constraint } = planPrompt(question, [])): boolean {
  return constraint !== undefined && satisfies(constraint, text);
}

describe("the next line of a chain", () => {
  it.each([
    "U1: What is the capital of Austria?",
    "Q1: What is the capital of Austria?\nA1: Vienna\nU2: Which river runs through Vienna?",
    "Final: Danube",
    "U1: Où coule le Danube ?",
  ])("may be %j", (text) => {
    expect(takes(text)).toBe(true);
  });

  it.each(["none", "Vienna", "", "U1: ", "U1:\n", "U2: Which river runs through Vienna?"])(
    "is not %j",
    (text) => {
      expect(takes(text)).toBe(false);
    },
  );

  it("has the number after those that are solved, in a plan and in a correction", () => {
    for (const prompt of [planPrompt(question, solved), correctPrompt(question, wrong, solved)]) {
      expect(takes("U2: Which river runs through Vienna?", prompt)).toBe(true);
      expect(takes("Final: Danube [1]", prompt)).toBe(true);
      expect(takes("U1: Which river runs through Vienna?", prompt)).toBe(false);
    }
  });
});
