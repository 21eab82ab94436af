import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../../language/english/english.ts";
import { noWords } from "../../../language/language.ts";
import {
  findConclusion as findConclusionIn,
  maxReasoningSteps,
  parseFollowUp as parseFollowUpIn,
  parseReasoning as parseReasoningIn,
} from "./steps.ts";

const language = english(noWords);
const findConclusion = (text: string) => findConclusionIn(text, language);
const parseFollowUp = (text: string) => parseFollowUpIn(text, language);
const parseReasoning = (text: string) => parseReasoningIn(text, language);

describe("reasoning in words", () => {
  it("is cut into sentences, and ends in the answer", () => {
    expect(
      parseReasoning(
        "Lima is the capital of Peru. Peru is in South America.\nSo the answer is: South America.",
      ),
    ).toEqual({
      steps: ["Lima is the capital of Peru.", "Peru is in South America."],
      answer: "South America",
      resolution: "clean",
      detail: "",
    });
  });

  it.each([
    ["So the final answer is: the yen", "the yen"],
    ["Therefore, the answer is Peru.", "Peru"],
    ["Answer: Peru", "Peru"],
    ["**Final answer:** Peru", "Peru"],
    ["So the answer is:\nPeru", "Peru"],
    ["It is in Asia, so the answer is Japan", "Japan"],
    ['So the answer is: "1,230 km" [1].', "1,230 km"],
    ["So the answer is: unknown", ""],
    ["So the answer is:", ""],
  ])("finds the answer of %j", (text, answer) => {
    expect(findConclusion(text)?.answer).toBe(answer);
  });

  it("keeps the sentence that the answer ends", () => {
    expect(parseReasoning("It is in Asia, so the answer is Japan").steps).toEqual([
      "It is in Asia",
    ]);
  });

  it("does not take a word of a sentence for the end", () => {
    expect(findConclusion("The library has no answer here: nothing was found.")).toBeNull();
    expect(findConclusion("Nobody knows.")).toBeNull();
  });

  it("loses the marks of a list, but not a decimal or a date", () => {
    const { steps } = parseReasoning(
      "1. It has 3.5 million people.\n- Step 2: It was founded on 3. May.",
    );
    expect(steps).toEqual(["It has 3.5 million people.", "It was founded on 3.", "May."]);
  });

  it("loses the word that names it", () => {
    expect(parseReasoning("Reasoning: Peru is in Asia.").steps).toEqual(["Peru is in Asia."]);
  });

  it("drops what is repeated and says so", () => {
    const said = "Peru is in Asia.\n".repeat(5);
    expect(parseReasoning(`${said}So the answer is: Asia`)).toMatchObject({
      steps: ["Peru is in Asia."],
      answer: "Asia",
      resolution: "repaired",
      detail: "a repeated step",
    });
  });

  it("falls back where no answer comes", () => {
    expect(parseReasoning("Peru is in")).toMatchObject({
      steps: ["Peru is in"],
      answer: "",
      resolution: "fell-back",
    });
  });
});

describe("a follow-up question", () => {
  it.each([
    ["Follow up: Who was it?", "Who was it?"],
    ["Are follow up questions needed here: Yes.\nFollow up: Who was it?", "Who was it?"],
    ["**Follow-up question 2:** Who was it?", "Who was it?"],
  ])("is read from %j", (text, question) => {
    expect(parseFollowUp(text)).toMatchObject({ kind: "follow-up", question, resolution: "clean" });
  });

  it("is the first one only; what the model goes on to invent is cut", () => {
    const text = "Follow up: Who?\nIntermediate answer: Ada.\nSo the final answer is: Ada";
    expect(parseFollowUp(text)).toMatchObject({
      kind: "follow-up",
      question: "Who?",
      resolution: "repaired",
    });
  });

  it("is an end where that comes first", () => {
    expect(parseFollowUp("So the final answer is: Ada\nFollow up: Who?")).toMatchObject({
      kind: "final",
      answer: "Ada",
    });
  });

  it.each([
    "",
    "Follow up:",
    "Are follow up questions needed here: No.",
    "So the final answer is:",
  ])("is nothing in %j", (text) => {
    expect(parseFollowUp(text)).toMatchObject({ kind: "nothing", resolution: "fell-back" });
  });
});

it("reads any text in bounds", () => {
  const pieces = fc.constantFrom(
    "Follow up:",
    "So the answer is",
    "\n",
    ". ",
    "1.",
    "**",
    "A b",
    ":",
  );
  const any = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(any, (text) => {
      const { steps, answer } = parseReasoning(text);
      expect(steps.length).toBeLessThanOrEqual(maxReasoningSteps);
      expect(new Set(steps).size).toBe(steps.length);
      expect(answer.length).toBeLessThanOrEqual(300);
      const next = parseFollowUp(text);
      if (next.kind === "follow-up") expect(next.question.trim()).not.toBe("");
      if (next.kind === "final") expect(next.answer).not.toBe("");
    }),
    { numRuns: 500 },
  );
});

it("takes a very long output in no time", () => {
  const text = "so so the final answer ".repeat(20_000);
  const startedMs = performance.now();
  parseReasoning(text);
  parseFollowUp(text);
  expect(performance.now() - startedMs).toBeLessThan(500);
});
