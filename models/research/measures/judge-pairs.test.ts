import { describe, expect, it } from "vitest";
import { isRight, type Natural, pairsOf } from "./judge-pairs.ts";

const asked = (question: string, golds: string[], answer: string, right: boolean): Natural => ({
  set: "popqa/test_qa",
  question,
  golds,
  answer,
  right,
});

describe("pairs of answers to one question", () => {
  const rows = [
    asked("What is the capital of France?", ["Paris"], "Paris", true),
    asked("What is the capital of Spain?", ["Madrid", "the city of Madrid"], "Paris", false),
    asked("Who wrote Emma?", ["Jane Austen"], "", false),
  ];

  it("swap the answer of the most similar question", () => {
    expect(pairsOf(rows).map(({ kind, right, wrong }) => [kind, right, wrong])).toEqual([
      ["own right, swapped", "Paris", "Madrid"],
      ["gold, own wrong", "Madrid", "Paris"],
      ["gold, swapped", "Madrid", "Jane Austen"],
      ["gold, swapped", "Jane Austen", "Paris"],
    ]);
  });

  it("never swap what is itself an answer, or a part of one", () => {
    const twins = [
      asked("What is the capital of France?", ["Paris"], "Paris", true),
      asked("What is the largest city of France?", ["the city of Paris"], "Lyon", false),
    ];
    expect(pairsOf(twins).map(({ kind }) => kind)).toEqual(["gold, own wrong"]);
  });
});

it("counts one alias as right, but of a list more than half", () => {
  const golds = ["Iraq", "Syria", "Iran"];
  expect(isRight({ set: "nq/dev", question: "", golds }, "in Iraq")).toBe(true);
  expect(isRight({ set: "webquestions/test", question: "", golds }, "Iraq")).toBe(false);
  expect(isRight({ set: "webquestions/test", question: "", golds }, "Iran and Iraq")).toBe(true);
});
