import { describe, expect, test } from "vitest";
import { questionOfKeywords } from "./lm-keyword-questions.ts";
import { phraseOf, searchWords, statementOf } from "./lm-phrases.ts";
import { relationPhrase, relationQuestion } from "./lm-relations.ts";

test.each([
  ["Iva Stone nationality", "What is the nationality of Iva Stone?"],
  ["release date of the film Night Ferry", "When was the film Night Ferry released?"],
  ["director of Night Ferry", "Who is the director of Night Ferry?"],
  ["number of members of Elm Trio", "How many members does Elm Trio have?"],
  ["actor who plays Bran Holt", "Which actor plays Bran Holt?"],
  ["where is Oldport?", "Where is Oldport?"],
])("search words %j ask %j", (words, question) => {
  expect(questionOfKeywords(words)).toBe(question);
});

test.each([
  "former hotel at a summit",
  "Iva Stone",
  "nationality of the composer who left Norland",
  "director of it",
])("no rule for %j", (words) => {
  expect(questionOfKeywords(words)).toBeNull();
});

describe("questions as noun phrases", () => {
  test.each([
    ["What is the width of the Elm Tunnel?", "the width of the Elm Tunnel"],
    ["Which country has Aberwick as its capital?", "the country that has Aberwick as its capital"],
    ["Where was Iva Stone born?", "the place where Iva Stone was born"],
    ["How tall is Elm Tower?", "the height of Elm Tower"],
    ["What team did Jon Reed play for?", "the team that Jon Reed played for"],
    ["When did Jon Reed die?", "the time when Jon Reed died"],
    ["Who founded Elm Trust?", "the person who founded Elm Trust"],
  ])("%s", (question, phrase) => {
    expect(phraseOf(question)).toBe(phrase);
  });

  test("none where no rule fits", () => {
    expect(phraseOf("Why did it rain?")).toBeNull();
  });
});

describe("answers as sentences", () => {
  test.each([
    ["Where was Iva Stone born?", "Oldport", "Iva Stone was born in Oldport."],
    ["Who wrote Night Ferry?", "Iva Stone", "Iva Stone wrote Night Ferry."],
    ["What is the capital of Norland?", "Aberwick", "The capital of Norland is Aberwick."],
  ])("%s", (question, answer, sentence) => {
    expect(statementOf(question, answer)).toBe(sentence);
  });

  test("an answer with a dollar sign stays as it is", () => {
    expect(statementOf("What is the price of Elm?", "$1 and $2")).toBe(
      "The price of Elm is $1 and $2.",
    );
  });
});

test("search words leave small words out, but not those of a name", () => {
  expect(searchWords("Jon Reed was the composer of Spring Is Here.")).toBe(
    "Jon Reed composer Spring Is Here",
  );
});

test("relations have questions; some have no phrase, unknown ones nothing", () => {
  expect(relationQuestion("place of birth", "Iva $1", 0.9)).toBe("Where was Iva $1 born?");
  expect(relationPhrase("part of", "Elm")).toBeNull();
  expect(relationQuestion("toString", "Elm", 0)).toBeNull();
});
