import { describe, expect, it } from "vitest";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { bareAnswer } from "./bare-answer.ts";
import { isEcho } from "./echo.ts";
import { firstSentence } from "./first-sentence.ts";
import { groundReading } from "./grounded.ts";
import { oddsOfWords } from "./odds.ts";
import { parseJsonReading } from "./reading.ts";
import { parseSummary } from "./summary.ts";

const language = english(noWords);
const bare = (question: string, said: string, found: string[] = []) =>
  bareAnswer(said, { language, question, found });

describe("the bare answer", () => {
  it.each([
    ["Who was the aide?", "Roger O. Egeberg", "Roger O. Egeberg"],
    ["Who was it?", "Martin Luther King Jr.", "Martin Luther King Jr."],
    ["Who was it?", "**Ada** [1].", "Ada"],
    [
      "Which is taller, Langtang Ri or Gasherbrum II?",
      "Langtang Ri is taller than Gasherbrum II",
      "Langtang Ri",
    ],
    ["Which is taller, Langtang Ri or Gasherbrum II?", "It is Gasherbrum II.", "Gasherbrum II"],
    ["Is Mali larger than Chad?", "No, Chad is larger.", "no"],
    ["Where is it?", "The answer is: Narva.", "Narva"],
  ])("of %j, said as %j, is %j", (question, said, short) => {
    expect(bare(question, said)).toBe(short);
  });

  it("is what the last step found where a sentence names it", () => {
    const said = "The capital of Estonia is Tallinn, which borders the Baltic Sea";
    const question = "Which sea borders the capital of Estonia?";
    expect(bare(question, said, ["Tallinn", "Baltic Sea"])).toBe("Baltic Sea");
  });
});

describe("the first sentence", () => {
  it("is never cut at an initial", () => {
    expect(firstSentence("Roger O. Egeberg was his aide. He was a doctor.")).toBe(
      "Roger O. Egeberg was his aide.",
    );
  });
});

describe("words of the prompt", () => {
  const asked = { fixed: 'Reply {"answer": "a short span copied, or none"}', own: "Who wrote it?" };

  it("are no answer", () => {
    const echoes = (value: string) => isEcho(value, asked);
    expect(echoes("a short span copied, or none")).toBe(true);
    expect(echoes("<answer>")).toBe(true);
    expect(echoes("Marta Lindqvist")).toBe(false);
    expect(isEcho("Marta Lindqvist", { ...asked, fixed: "Marta Lindqvist wrote it." })).toBe(true);
    expect(isEcho("the novel", { ...asked, fixed: "the novel of 1958" })).toBe(false);
    const output = '{"answer": "a short span copied, or none"}';
    expect(parseJsonReading(output, language, echoes)).toEqual({
      span: "",
      resolution: "fell-back",
      detail: "the prompt's own words",
    });
  });

  it("may be the answer where this question has them, too", () => {
    expect(isEcho("a short span", { ...asked, own: "What is a short span?" })).toBe(false);
  });
});

describe("a span", () => {
  const passages = [{ id: "a", title: "Rush", text: "Neil Peart is its drummer.", score: 1 }];
  const ground = (span: string, query = "Who is the drummer?") =>
    groundReading({ span, resolution: "clean", detail: "" }, { language, query, passages });

  it("stands in a passage, or is none", () => {
    expect(ground("neil peart")).toMatchObject({ span: "neil peart", resolution: "clean" });
    expect(ground("Randy Rhoads")).toMatchObject({
      span: "",
      resolution: "fell-back",
      passage: null,
    });
    expect(ground("Neil Peart himself")).toMatchObject({
      span: "Neil Peart",
      resolution: "repaired",
    });
    expect(ground("yes", "Is he its drummer?")).toMatchObject({ span: "yes", resolution: "clean" });
  });

  it("has the odds of its own tokens", () => {
    const tokens = ['{"answer": "', "Neil", " Peart", '"}'];
    expect(oddsOfWords("Neil Peart", tokens, [-9, -1, -2, -9])).toEqual([-1, -2]);
    expect(oddsOfWords("Rush", tokens, [-9, -1, -2, -9])).toBeNull();
  });
});

describe("a summary in JSON", () => {
  it("has its bare answer apart from its reasoning", () => {
    const output = '{"reasoning": "1958 [1] is before 1971 [2].", "answer": "Narva"}';
    const asked = { language, question: "Which?", found: [], fallback: "x", isEcho: () => false };
    expect(parseSummary(output, asked)).toEqual({
      short: "Narva",
      text: "1958 [1] is before 1971 [2].",
      resolution: "clean",
      detail: "",
    });
    expect(parseSummary('{"reasoning": "so"', asked)).toMatchObject({ resolution: "fell-back" });
  });
});
