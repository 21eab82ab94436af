import { expect, it } from "vitest";
import { freshQa, table } from "../../../testing/import/files.ts";
import { detectFormat } from "./detect.ts";
import { importQuestions } from "./import-questions.ts";

it("FreshQA's table begins below its warning; a false premise is a type of its own", async () => {
  const { questions, badCount } = await importQuestions(freshQa);
  expect(badCount).toBe(0);
  expect(questions).toEqual([
    {
      id: "0",
      dataset: "freshqa",
      question: "Who keeps the lock at Vienna?",
      answers: ["Ada Berg", "Berg, Ada"],
      type: "fast-changing",
      level: "one-hop",
    },
    {
      id: "1",
      dataset: "freshqa",
      question: "When was the sea of Graz drained?",
      answers: ["There is no sea at Graz"],
      type: "false-premise",
      level: "multi-hop",
    },
  ]);
});

it("FreshQA's table is told without a warning, too, and no other table is taken for it", async () => {
  const bare = freshQa.split("\n").slice(2).join("\r\n");
  expect(detectFormat(bare)).toBe("freshqa");
  expect((await importQuestions(bare)).questions).toHaveLength(2);
  expect(detectFormat("id,question,answer_0,answer_1\n1,Q?,a,b\n")).toBe("csv");
  const { bad } = await importQuestions(table, { format: "freshqa" });
  expect(bad).toEqual([{ line: 1, reason: "no-list", params: {} }]);
});

it("a row of FreshQA without an answer, or with open quotes, is listed; the others go on", async () => {
  const [warning, empty, heading] = freshQa.split("\n");
  const row = (id: string, question: string, answer: string) =>
    `${id},TEST,${question},2024,weekly,FALSE,one-hop,fast-changing,,${answer}`;
  const text = [
    warning,
    empty,
    heading,
    row("0", "Q?", ""),
    row("1", "Q?", "a"),
    row("2", '"Q?', "a"),
  ].join("\n");
  const { questions, bad } = await importQuestions(text);
  expect(questions.map(({ id }) => id)).toEqual(["1"]);
  expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
    [4, "no-answer"],
    [6, "quotes-open"],
  ]);
});
