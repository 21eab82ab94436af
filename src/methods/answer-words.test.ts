import { describe, expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import { answerWords } from "./answer-words.ts";

const language = english(noWords);

describe("answerWords", () => {
  const steps = [{ query: "How large is Mali?", answer: "1,240,192 sq km" }];

  it("is a choice where one is asked for", () => {
    expect(answerWords(language, "Is Mali or Chad larger?", steps)).toMatchObject({
      kind: "span",
      texts: ["Mali", "Chad"],
      alternatives: ["Mali", "Chad"],
    });
    expect(
      answerWords(language, "Which is larger, Chad or the country whose capital is Bamako?", steps),
    ).toMatchObject({
      texts: ["Chad", "the country whose capital is Bamako", "1,240,192 sq km"],
    });
    expect(answerWords(language, "Is Mali larger than Chad?", steps)).toEqual({
      kind: "choice",
      options: ["yes", "no"],
    });
    expect(answerWords(language, "Did either Mali or Chad win?", steps)).toMatchObject({
      alternatives: ["1,240,192 sq km", "yes", "no"],
    });
    expect(language.asksYesOrNo("Is Mali larger than Chad?")).toBe(true);
    expect(language.asksYesOrNo("Is Mali or Chad larger?")).toBe(false);
  });

  it("is else a run of words of the answers or the question", () => {
    expect(answerWords(language, "What is the area of Mali?", steps)).toMatchObject({
      kind: "span",
      texts: ["1,240,192 sq km", "What is the area of Mali", ""],
      alternatives: ["1,240,192 sq km"],
    });
  });
});
