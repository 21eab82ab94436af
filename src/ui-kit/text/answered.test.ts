import { expect, it } from "vitest";
import { answeredText } from "./answered.ts";

const ended = { short: "Mount Wilhelm", sure: null, seconds: 9, spent: 0 };
const found = { kind: "found", deciding: null } as const;

it("tells an answer that was found with its time and money", () => {
  expect(answeredText.answered(found, ended)).toBe("Mount Wilhelm · 9.0 s · free");
  expect(answeredText.answered(null, { ...ended, spent: null })).toBe("Mount Wilhelm · 9.0 s · —");
});

it("tells a guess as one", () => {
  const state = { kind: "not-in-library", guess: "18", lookedUp: true } as const;
  expect(answeredText.answered(state, ended)).toBe("Not in the library. The model's guess: 18");
  expect(answeredText.answered({ ...state, guess: "", lookedUp: false }, ended)).toBe(
    "Nothing was looked up. The model has no guess.",
  );
});

it("says how sure it is, and of a doubted answer that it is one", () => {
  const told = (sure: number) => answeredText.answered(found, { ...ended, sure });
  expect(told(0.82)).toBe("Mount Wilhelm · 82 % sure · 9.0 s · free");
  expect(told(0.5)).toBe("May be right: Mount Wilhelm · 50 % sure · 9.0 s · free");
  expect(told(0.1)).toBe("Low confidence: Mount Wilhelm · 10 % sure · 9.0 s · free");
  const state = { kind: "not-in-library", guess: "18", lookedUp: true } as const;
  expect(answeredText.answered(state, { ...ended, sure: 0.01 })).toBe(
    "Not in the library. The model's guess: 18 (under 5 % sure)",
  );
});

it("tells each kind in a list with its figure, where there is one", () => {
  expect(answeredText.kind("found", null)).toBe("found");
  expect(answeredText.kind("found", 0.82)).toBe("found, 82 % sure");
  expect(answeredText.kind("found", 0.2)).toBe("probably wrong, 20 % sure");
  expect(answeredText.kind("partly-found", 0.8)).toBe("partly found, 80 % sure");
  expect(answeredText.kind("not-in-library", 0.1)).toBe("not in the library");
});
