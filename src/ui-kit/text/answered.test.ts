import { expect, it } from "vitest";
import { answeredText } from "./answered.ts";

const ended = { short: "Mount Wilhelm", seconds: 9, spent: 0 };

it("tells an answer that was found with its time and money", () => {
  expect(answeredText.answered({ kind: "found", deciding: null }, ended)).toBe(
    "Mount Wilhelm · 9.0 s · free",
  );
  expect(answeredText.answered(null, { ...ended, spent: null })).toBe("Mount Wilhelm · 9.0 s · —");
});

it("tells a guess as one", () => {
  const state = { kind: "not-in-library", guess: "18", lookedUp: true } as const;
  expect(answeredText.answered(state, ended)).toBe("Not in the library. The model's guess: 18");
  expect(answeredText.answered({ ...state, guess: "", lookedUp: false }, ended)).toBe(
    "Nothing was looked up. The model has no guess.",
  );
});
