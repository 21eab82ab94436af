import { expect, it } from "vitest";
import { cdqa } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

it("CDQA's questions and answers are cut from their text, and are those that annotators mended", async () => {
  const { questions } = await importQuestions(cdqa);
  expect(questions).toEqual([
    {
      id: "cdqa-1",
      dataset: "cdqa",
      language: "zh",
      question: "最近哪座城市挖了运河？",
      answers: ["维也纳"],
      type: "fast-changing",
    },
    {
      id: "cdqa-2",
      dataset: "cdqa",
      language: "zh",
      question: "运河上最大的是哪艘船？",
      answers: ["“多瑙号”"],
      type: "never-changing",
    },
  ]);
});

it("a row of CDQA that does not fit is listed; the others go on", async () => {
  const broken = cdqa.replace("维也纳", "").replace("\\n答案: 大船", "");
  const { questions, bad } = await importQuestions(broken);
  expect(questions).toEqual([]);
  expect(bad).toEqual([
    { line: 2, reason: "no-answer", params: {} },
    { line: 11, reason: "wrong-shape", params: { field: "qa" } },
  ]);
});
