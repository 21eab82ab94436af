import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { substituteAnswers } from "./decontextualise.ts";

const capital = { query: "Which country has Tallinn as its capital?", answer: "Estonia" };

describe("substituteAnswers", () => {
  it.each([
    [
      "puts the answer in place of its description",
      "Which sea does the country that has Tallinn as its capital border?",
      [capital],
      "Which sea does Estonia border?",
    ],
    [
      "knows a person who did something",
      "When was the person who directed Night Ferry born?",
      [{ query: "Who directed Night Ferry?", answer: "Ada Lund" }],
      "When was Ada Lund born?",
    ],
    [
      "knows a thing by its name, and keeps the possessive",
      "Who is the director of Night Ferry's mother?",
      [{ query: "Who is the director of Night Ferry?", answer: "Ada Lund" }],
      "Who is Ada Lund's mother?",
    ],
    [
      "knows a quantity",
      "Is the coastline of Greece longer than 9,000 km?",
      [{ query: "How long is the coastline of Greece?", answer: "13,676 km" }],
      "Is 13,676 km longer than 9,000 km?",
    ],
    [
      "fills one into the next",
      "Who leads the country that is the main partner of the country that has Tallinn as its capital?",
      [
        capital,
        {
          query:
            "Which country is the main partner of the country that has Tallinn as its capital?",
          answer: "Finland",
        },
      ],
      "Who leads Finland?",
    ],
    [
      "puts what it points back to before it",
      "Which sea borders it?",
      [capital],
      "Which country has Tallinn as its capital? Estonia. Which sea borders it?",
    ],
  ])("%s", (_name, question, earlier, filled) => {
    expect(substituteAnswers(question, earlier)).toBe(filled);
  });

  it.each([
    ["rests on nothing", "How many people live in the Maldives?"],
    ["describes something else", "Which sea does the country that has Riga as its capital border?"],
    ["points to its own words", "Which country has Riga as its capital?"],
  ])("leaves alone what %s", (_name, question) => {
    expect(substituteAnswers(question, [capital])).toBe(question);
  });

  it("has nothing to fill in of what stayed unknown", () => {
    const question = "Which sea does the country that has Tallinn as its capital border?";
    expect(substituteAnswers(question, [{ ...capital, answer: "" }])).toBe(question);
    expect(substituteAnswers("Which sea borders it?", [{ ...capital, answer: "" }])).toBe(
      "Which sea borders it?",
    );
  });

  it("takes any text", { timeout: 60_000 }, () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.record({ query: text, answer: text }), { maxLength: 3 }),
        (question, steps) => {
          expect(typeof substituteAnswers(question, steps)).toBe("string");
        },
      ),
    );
  });
});
