import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readQuestions } from "./question-file.ts";

describe("readQuestions", () => {
  it("reads the project's own question set", () => {
    const { questions, bad } = readQuestions(
      readFileSync("public/questions/factbook.jsonl", "utf8"),
    );
    expect(bad).toEqual([]);
    expect(questions).toHaveLength(157);
    expect(questions[0]).toMatchObject({
      id: "factbook-bridge-01",
      golds: expect.arrayContaining(["Baltic Sea"]),
    });
  });

  it("reads a table with quotes, a heading and further spellings", () => {
    const text =
      'question,answer\n"Which sea, if any?",Baltic Sea,the Baltic\r\n\nWho?,"say ""I"""\n';
    expect(readQuestions(text)).toEqual({
      questions: [
        { id: null, question: "Which sea, if any?", golds: ["Baltic Sea", "the Baltic"] },
        { id: null, question: "Who?", golds: ['say "I"'] },
      ],
      bad: [],
    });
    expect(readQuestions("Who, then?\tme").questions).toEqual([
      { id: null, question: "Who, then?", golds: ["me"] },
    ]);
  });

  it("names the set: the question's own, else the file's", () => {
    const lines = [
      { id: "a", question: "A?", answers: ["a"], dataset: "hotpotqa" },
      { id: "b", question: "B?", answers: ["b"] },
    ].map((row) => JSON.stringify(row));
    const sets = (set?: string) => readQuestions(lines.join("\n"), set).questions.map((q) => q.set);
    expect(sets("my-file")).toEqual(["hotpotqa", "my-file"]);
    expect(sets()).toEqual(["hotpotqa", undefined]);
  });

  it("lists what is wrong by its line, and takes the rest", () => {
    const long = "x".repeat(3000);
    expect(readQuestions(`Who?,me\nWhy?\n,because\n${long},y`)).toMatchObject({
      questions: [{ question: "Who?" }],
      bad: [
        { line: 2, problem: "no-answer" },
        { line: 3, problem: "not-a-question" },
        { line: 4, problem: "too-long" },
      ],
    });
    const good = JSON.stringify({ id: "a", question: "Who?", answers: ["me"] });
    expect(readQuestions(`${good}\n{"id": 1}\n{broken`)).toMatchObject({
      questions: [{ id: "a" }],
      bad: [
        { line: 2, problem: "not-a-question" },
        { line: 3, problem: "not-json" },
      ],
    });
    expect(readQuestions(`[${good}, 7]`)).toMatchObject({
      questions: [{ id: "a" }],
      bad: [{ line: 2, problem: "not-a-question" }],
    });
    expect(readQuestions("[1,").bad).toEqual([{ line: 1, problem: "not-json" }]);
    expect(readQuestions("  ")).toEqual({ questions: [], bad: [] });
  });
});
