import { expect, it } from "vitest";
import { statement } from "./statement.ts";

it.each([
  ["Which country has Tallinn as its capital?", "Estonia", "Estonia has Tallinn as its capital"],
  ["Which sea borders Estonia?", "the Baltic Sea", "the Baltic Sea borders Estonia"],
  ["Which sea does Estonia border?", "the Baltic Sea", "Estonia borders the Baltic Sea"],
  ["What is the capital of Mali?", "Bamako", "The capital of Mali is Bamako"],
  ["How many reactors has France?", "57", "France has 57 reactors"],
  ["How many people live in Peru?", "34 million", "34 million people live in Peru"],
  ["What does it mean?", "much", "What does it mean: much"],
  ["Which river runs through Vienna?", "the Danube", "the Danube runs through Vienna"],
  ["", "x", "x"],
])("%s %s", (question, answer, said) => {
  expect(statement(question, answer)).toBe(said);
});
