import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../../language/english/english.ts";
import { noWords } from "../../../language/language.ts";
import { parseSentence as parseSentenceIn, withoutUnsureWords } from "./sentence.ts";

const language = english(noWords);
const parseSentence = (text: string) => parseSentenceIn(text, language);

describe("parseSentence", () => {
  it.each([
    ["The capital of Austria is Vienna.", "The capital of Austria is Vienna.", ""],
    ["Lima is in Peru. Peru is in South America.", "Lima is in Peru.", ""],
    ["1. Lima is in Peru.", "Lima is in Peru.", ""],
    ["So the answer is: the Danube.", "So the answer is: the Danube", "the Danube"],
    ["It is in Peru. So the answer is: Peru.", "It is in Peru.", "Peru"],
    ["It is A. Then it is B. So the answer is: B.", "It is A.", ""],
  ])("%j", (output, sentence, answer) => {
    expect(parseSentence(output)).toEqual({ sentence, answer, resolution: "clean", detail: "" });
  });

  it("falls back where there is nothing", () => {
    expect(parseSentence(" …\n")).toMatchObject({ sentence: "", resolution: "fell-back" });
  });

  it("never throws", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (output) => {
        const { sentence, answer } = parseSentence(output);
        expect(sentence.length).toBeLessThanOrEqual(400);
        expect(answer.length).toBeLessThanOrEqual(300);
      }),
    );
  });
});

describe("withoutUnsureWords", () => {
  const tokens = ["The", " river", " is", " the", " Dan", "ube", "."];
  const sentence = "The river is the Danube.";
  const sureBut = (...unsure: number[]) => tokens.map((_, at) => (unsure.includes(at) ? -3 : 0));

  it("is null where every token is likely enough", () => {
    expect(withoutUnsureWords(sentence, tokens, sureBut(), 0.6)).toBeNull();
    expect(withoutUnsureWords(sentence, tokens, sureBut(4), 0.04)).toBeNull();
  });

  it("drops the whole word that an unlikely token is in", () => {
    expect(withoutUnsureWords(sentence, tokens, sureBut(5), 0.6)).toBe("The river is the");
    expect(withoutUnsureWords(sentence, tokens, sureBut(0, 1, 2, 3, 4), 0.6)).toBe("");
  });

  it("counts a token at the threshold as sure", () => {
    expect(withoutUnsureWords("Vienna", ["Vienna"], [Math.log(0.5)], 0.5)).toBeNull();
    expect(withoutUnsureWords("Vienna", ["Vienna"], [Math.log(0.49)], 0.5)).toBe("");
  });

  it("does not count what is written after the sentence, or before it", () => {
    const more = ["1.", ...tokens, " It", " flows"];
    const logprobs = [-9, ...sureBut(), -9, -9];
    expect(withoutUnsureWords(sentence, more, logprobs, 0.6)).toBeNull();
  });

  it("only ever takes words away", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.tuple(fc.string(), fc.double({ max: 0 }))),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, told, threshold) => {
          const kept = withoutUnsureWords(
            text,
            told.map(([token]) => token),
            told.map(([, logprob]) => logprob),
            threshold,
          );
          const words = text.match(/\S+/gu) ?? [];
          if (kept !== null) expect(kept.split(" ").length).toBeLessThanOrEqual(words.length + 1);
        },
      ),
    );
  });
});
