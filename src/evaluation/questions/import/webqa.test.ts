import { expect, it } from "vitest";
import { webQa, webQaFlat } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

it("WebQA's questions bring the texts that were found, and the answers in them", async () => {
  const { questions, unanswerable, hasContext } = await importQuestions(webQa);
  expect({ unanswerable, hasContext }).toEqual({ unanswerable: 1, hasContext: true });
  expect(questions.map(({ id }) => id)).toEqual(["Q_TST_000001", "Q_TST_000003"]);
  expect(questions[0]).toEqual({
    id: "Q_TST_000001",
    dataset: "webqa",
    language: "zh",
    question: "流经维也纳的是哪条河？",
    answers: ["多瑙河", "蓝色多瑙河"],
    supporting: [
      { title: "", para_idx: 1 },
      { title: "", para_idx: 2 },
    ],
    context: [
      { title: "", sentences: ["维也纳是奥地利的首都。"] },
      { title: "", sentences: ["多瑙河流经维也纳。"] },
      { title: "", sentences: ["蓝色多瑙河穿过这座城市。"] },
    ],
    context_kind: "distractor",
  });
  expect(questions[1]?.context_kind).toBe("gold_only");
});

it("rows of WebQA without their ids are named by their place", async () => {
  const { questions } = await importQuestions(webQaFlat);
  expect(questions.map(({ id }) => id)).toEqual(["webqa-1", "webqa-3"]);
});

it("a row of WebQA that does not fit is listed; the others go on", async () => {
  const broken = webQa.replace('"evidence": "维也纳是奥地利的首都。"', '"evidence": 7');
  const { questions, bad } = await importQuestions(broken);
  expect(questions.map(({ id }) => id)).toEqual(["Q_TST_000003"]);
  expect(bad).toEqual([
    { line: 2, reason: "wrong-shape", params: { field: "evidences.Q_TST_000001#00.evidence" } },
  ]);
});

it("a row with an open quote costs only itself", async () => {
  const open = webQa.replace('哪条河？"', "哪条河？");
  const { questions, bad, unanswerable } = await importQuestions(open);
  expect(questions.map(({ id }) => id)).toEqual(["Q_TST_000003"]);
  expect(unanswerable).toBe(1);
  expect(bad).toEqual([{ line: 2, reason: "not-json", params: {} }]);
});
