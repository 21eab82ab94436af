import { describe, expect, it } from "vitest";
import { asksAlike } from "./asked-kind.ts";

const sea = "Which sea borders the country whose capital is Tallinn?";

describe("two questions ask alike", () => {
  it.each([
    [sea, "Which sea does Estonia border?"],
    [
      "Which Canadian rock band released “Counterparts”?",
      "Which band had Neil Peart as a drummer?",
    ],
    ["Who directed the film that won in 1994?", "Who is the director of Schindler's List?"],
    ["In what year did the chemist's assistant die?", "When did Carsten Olsen die?"],
    ["How many people live in the capital of Peru?", "How many people live in Lima?"],
    ["What is the name of the river that runs through Vienna?", "Which river runs through Vienna?"],
    ["The country whose capital is Tallinn borders which sea?", "Which sea does Estonia border?"],
    ["Is the Rhine longer than the Elbe?", "Does the Rhine flow through Basel?"],
  ])("%s / %s", (one, other) => {
    expect(asksAlike(one, other)).toBe(true);
    expect(asksAlike(other, one)).toBe(true);
  });

  it.each([
    [sea, "Which country has Tallinn as its capital?"],
    ["Which river runs through the capital of Austria?", "What is the capital of Austria?"],
    ["Which American actor was in the film?", "Which American film won in 1994?"],
    ["Were both films made in Italy?", "Where was the first film made?"],
    ["Which is longer, the Rhine or the Elbe?", "How long is the Rhine?"],
    ["How many people live there?", "How long is it?"],
    ["Tell me of Estonia.", "Tell me of Estonia."],
  ])("not %s / %s", (one, other) => {
    expect(asksAlike(one, other)).toBe(false);
    expect(asksAlike(other, one)).toBe(false);
  });
});
