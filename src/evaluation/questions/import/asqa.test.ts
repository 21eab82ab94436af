import { describe, expect, it } from "vitest";
import { asqa, asqaFlat, asqaProject, asqaRows } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

const answerGroups = [["Ada Berg", "A. Berg"], ["Bo Lind"]];

describe("ASQA", () => {
  it("has a group of aliases for each reading, the readings, and what they rest on", async () => {
    const { questions } = await importQuestions(asqa);
    expect(questions.map(({ id }) => id)).toEqual(["-101", "102"]);
    expect(questions[0]).toEqual({
      id: "-101",
      dataset: "asqa",
      question: "Who played the captain in The Lock?",
      answers: ["Ada Berg", "A. Berg", "Bo Lind"],
      answerGroups,
      decomposition: [
        {
          question: "Who played the captain in the film The Lock?",
          answer: "Ada Berg; A. Berg",
        },
        { question: "Who played the captain in the play The Lock?", answer: "Bo Lind" },
      ],
      supporting: [{ title: "The Lock (film)" }, { title: "The Lock" }],
      context: [
        {
          title: "The Lock (film)",
          sentences: ["The Lock is a film of 1931 with Ada Berg as the captain."],
        },
        { title: "The Lock", sentences: ["Bo Lind was in the first cast of the play."] },
      ],
      context_kind: "gold_only",
    });
  });

  it("is the same in Hugging Face's rows", async () => {
    const [official] = (await importQuestions(asqa)).questions;
    expect((await importQuestions(asqaFlat)).questions).toEqual([official]);
  });

  it("lists a row that does not fit, and a file that breaks off; the others go on", async () => {
    const [row] = asqaRows;
    const text = JSON.stringify(
      { dev: { "1": row, "2": { ...row, qa_pairs: [{ short_answers: "x" }] }, "3": row } },
      null,
      1,
    );
    const { questions, bad } = await importQuestions(text);
    expect(questions.map(({ id }) => id)).toEqual(["1", "3"]);
    expect(bad).toMatchObject([
      { reason: "wrong-shape", params: { field: "qa_pairs.0.short_answers" } },
    ]);
    const atRow = text.split("\n")[(bad[0]?.line ?? 0) - 1];
    expect(atRow).toContain('"2": {');
    for (const cut of [text.indexOf('"3"'), text.indexOf('"3"') + 90, text.length - 4]) {
      const broken = await importQuestions(text.slice(0, cut));
      expect(broken.bad.at(-1)).toMatchObject({ reason: "cut-off" });
      expect(broken.questions[0]?.id).toBe("1");
    }
  });
});

it("a row of ASQA with an open quote costs only itself, and no split is read twice", async () => {
  const [row] = asqaRows;
  const splits = JSON.stringify({ train: { "1": row, "2": row }, dev: { "3": row } }, null, 1);
  const at = splits.lastIndexOf('The Lock?"', splits.indexOf('"dev"'));
  const open = `${splits.slice(0, at)}The Lock?${splits.slice(at + 10)}`;
  const { questions, bad, renamedCount } = await importQuestions(open);
  expect(questions.map(({ id }) => id)).toEqual(["1", "3"]);
  expect(renamedCount).toBe(0);
  expect(bad.map(({ reason }) => reason)).toEqual(["not-json"]);
});

describe("ASQA in the project's schema", () => {
  it("has its groups in the answers of its readings, as long as these are its answers", async () => {
    const [row] = (await importQuestions(asqaProject)).questions;
    expect(row?.answerGroups).toEqual(answerGroups);
    const other = asqaProject.replace('"A. Berg",', "");
    expect((await importQuestions(other)).questions[0]).not.toHaveProperty("answerGroups");
    const chain = asqaProject.replace('"asqa"', '"musique"');
    expect((await importQuestions(chain)).questions[0]).not.toHaveProperty("answerGroups");
  });

  it("may have groups of its own, which are answers without being told twice", async () => {
    const row = { id: "g", question: "Q?", answers: [], answerGroups: [[" a ", "b", "a"], [""]] };
    const { questions } = await importQuestions(JSON.stringify(row));
    expect(questions).toEqual([
      { id: "g", question: "Q?", answers: ["a", "b"], answerGroups: [["a", "b"]] },
    ]);
    const many = { ...row, answerGroups: Array.from({ length: 101 }, () => ["a"]) };
    const { bad } = await importQuestions(JSON.stringify(many));
    expect(bad).toEqual([{ line: 1, reason: "wrong-shape", params: { field: "answerGroups" } }]);
  });
});
