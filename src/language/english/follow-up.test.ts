import { describe, expect, it } from "vitest";
import { openReference, otherName, withAntecedent } from "./follow-up.ts";

describe("a question that leans on the one before", () => {
  it.each([
    ["And its currency?", "its", "What is Estonia's currency?"],
    ["And what is its currency?", "its", "What is Estonia's currency?"],
    ["When did it become independent?", "it", "When did Estonia become independent?"],
    ["What language do they speak?", "they", "What language do the people of Estonia speak?"],
    ["How many people live there?", "there", "How many people live in Estonia?"],
    ["Who is his wife?", "his", "Who is Estonia's wife?"],
  ])("%s", (question, word, resolved) => {
    const reference = openReference(question);
    expect(reference?.word).toBe(word);
    if (reference !== null) expect(withAntecedent(question, reference, "Estonia")).toBe(resolved);
  });

  it.each([
    "Which country has Tallinn as its capital?",
    "Is it common to see frost in May?",
    "when did it become illegal to smoke in pubs",
    "what time is it in Lima",
    "where do they speak turkish?",
    "who is hammurabi and what did he do?",
    "How many states are there?",
    "Would a dog respond to a bell before Grey seals hear it?",
    "what is nginx and what is it used for",
    "Does a country with no coast have its own navy?",
  ])("not %s", (question) => {
    expect(openReference(question)).toBeNull();
  });

  it("keeps a possessive after s", () => {
    const question = "And its currency?";
    const reference = openReference(question);
    if (reference === null) throw new Error("no reference");
    expect(withAntecedent(question, reference, "Honduras")).toBe("What is Honduras' currency?");
  });

  it("names another thing", () => {
    expect(otherName("What about Chile?")).toBe("Chile");
    expect(otherName("And New Zealand?")).toBe("New Zealand");
    expect(otherName("What about the rest?")).toBeNull();
  });
});
