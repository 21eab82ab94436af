import { expect, it } from "vitest";
import { eli5, kilt } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

it("ELI5 asks its title, and every answer that still stands counts", async () => {
  const { questions } = await importQuestions(eli5);
  expect(questions[0]).toEqual({
    id: "a1b2",
    dataset: "eli5",
    question: "Why do canals have locks?",
    answers: ["Water would run downhill.\n\nLocks hold it.", "They are steps for ships."],
  });
});

it("KILT's rows have the answers of all outputs and the pages that they rest on", async () => {
  const { questions, dataset } = await importQuestions(kilt, { dataset: "eli5-dev-kilt" });
  expect(dataset).toBe("eli5-dev-kilt");
  expect(questions).toMatchObject([
    {
      id: "a1b2",
      question: "Why do canals have locks?",
      answers: ["Water would run downhill.", "They are steps for ships."],
      supporting: [{ title: "Lock" }],
    },
    { id: "a1b3", answers: ["They wear away one bank."] },
  ]);
});

it("rows of ELI5 and of KILT that do not fit are listed; the others go on", async () => {
  const forum = await importQuestions(
    eli5
      .replace('["Water would run', '[7,"Water would run')
      .concat('\n{"title":"Why?","answers":{"text":[]}}'),
  );
  expect(forum.questions.map(({ id }) => id)).toEqual(["a1b3"]);
  expect(forum.bad).toEqual([
    { line: 1, reason: "wrong-shape", params: { field: "answers.text.0" } },
    { line: 3, reason: "no-answer", params: {} },
  ]);
  const pages = await importQuestions(kilt.replace('"answer":"They wear away one bank."', '"x":1'));
  expect(pages.questions.map(({ id }) => id)).toEqual(["a1b2"]);
  expect(pages.bad).toEqual([{ line: 2, reason: "no-answer", params: {} }]);
});
