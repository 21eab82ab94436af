import { expect, it } from "vitest";
import { triviaQa, triviaQaFlat, triviaQaRows } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

it("TriviaQA's value, aliases and people's answers count; its normalised forms would count twice", async () => {
  const { questions, dataset } = await importQuestions(triviaQa);
  expect(dataset).toBe("triviaqa");
  expect(questions).toEqual([
    {
      id: "tc_1",
      dataset: "triviaqa",
      question: "Which river runs through Vienna?",
      answers: ["The Danube", "Danube", "River Danube", "Donau"],
      type: "WikipediaEntity",
    },
    {
      id: "tc_2",
      dataset: "triviaqa",
      question: "When was the canal in Vienna dug?",
      answers: ["1895", "in 1895"],
      type: "Numerical",
    },
  ]);
});

it("TriviaQA's rows of Hugging Face are the same", async () => {
  const [official] = (await importQuestions(triviaQa)).questions;
  const [flat] = (await importQuestions(triviaQaFlat)).questions;
  expect(flat).toEqual(official);
});

it("a row of TriviaQA that does not fit, or whose answer is secret, is listed; the others go on", async () => {
  const [row] = triviaQaRows;
  const lines = [
    JSON.stringify(row),
    JSON.stringify({ ...row, answer: { value: "<unk>", aliases: [] } }),
    JSON.stringify({ ...row, answer: { ...row?.answer, aliases: "Danube" } }),
    '{"Question": "Which?", "Answer": {"Value": 7}}',
    JSON.stringify({ ...row, question_id: "tc_5" }),
  ];
  const { questions, bad } = await importQuestions(lines.join("\n"));
  expect(questions.map(({ id }) => id)).toEqual(["tc_1", "tc_5"]);
  expect(bad).toEqual([
    { line: 2, reason: "no-answer", params: {} },
    { line: 3, reason: "wrong-shape", params: { field: "answer.aliases" } },
    { line: 4, reason: "wrong-shape", params: { field: "Answer.Value" } },
  ]);
});
