import { describe, expect, it } from "vitest";
import { openBookQa, openBookQaFlat, openBookQaRows } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";

describe("OpenBookQA", () => {
  it("asks with its options, of which the label says the right one", async () => {
    const { questions } = await importQuestions(openBookQa);
    expect(questions).toEqual([
      {
        id: "7-101",
        dataset: "openbookqa",
        question: "A canal is dug so that ships can: cross land; fly; sink, or burn; rest?",
        answers: ["cross land"],
        options: ["cross land", "fly", "sink, or burn", "rest"],
        facts: ["a canal is a waterway made by people"],
      },
      {
        id: "1102",
        dataset: "openbookqa",
        question: "Which is the longest: a bridge or a river?",
        answers: ["a river"],
        options: ["a bridge", "a river"],
        facts: ["a canal is a waterway made by people"],
      },
    ]);
  });

  it("is the same in Hugging Face's rows", async () => {
    const [official] = (await importQuestions(openBookQa)).questions;
    expect((await importQuestions(openBookQaFlat)).questions).toEqual([official]);
  });

  it("names no set where the ids are of another one in its form", async () => {
    const arc = openBookQa.replace('"7-101"', '"Mercury_7"').split("\n")[0] ?? "";
    const { questions, dataset } = await importQuestions(arc, { dataset: "arc" });
    expect(questions).toHaveLength(1);
    expect(dataset).toBe("arc");
  });

  it("lists a row that does not fit, or whose label names no option; the others go on", async () => {
    const [row] = openBookQaRows;
    const lines = [
      JSON.stringify({ ...row, answerKey: "E" }),
      JSON.stringify({ ...row, choices: { text: ["a"], label: [] } }),
      JSON.stringify({ ...row, answerKey: "" }),
      JSON.stringify(row),
    ];
    const { questions, bad } = await importQuestions(lines.join("\n"));
    expect(questions).toHaveLength(1);
    expect(bad).toEqual([
      { line: 1, reason: "wrong-shape", params: { field: "answerKey" } },
      { line: 2, reason: "wrong-shape", params: { field: "choices" } },
      { line: 3, reason: "no-answer", params: {} },
    ]);
  });
});

describe("a row of the project's schema", () => {
  const read = async (fields: object) => {
    const row = { id: "p", question: "Which is longer?", answers: ["a river"], ...fields };
    return (await importQuestions(JSON.stringify(row))).questions[0];
  };

  it("may have options or choices; its question names them once", async () => {
    const choices = ["a bridge", "a river"];
    const asked = await read({ choices });
    expect(asked).toMatchObject({
      question: "Which is longer: a bridge or a river?",
      options: choices,
    });
    expect(await read({ ...asked })).toEqual(asked);
  });

  it("has none where the field is another one of that name, or holds one option", async () => {
    for (const fields of [{ options: { A: "a river" } }, { choices: 4 }, { options: ["a", "a"] }]) {
      const asked = await read(fields);
      expect(asked).not.toHaveProperty("options");
      expect(asked?.question).toBe("Which is longer?");
    }
  });

  it("names options that are short or no words as well", async () => {
    const asked = await read({ question: "Which of 12 is a?", options: ["a", "1", "-"] });
    expect(asked?.question).toBe("Which of 12 is a: a, 1 or -?");
    expect(await read({ ...asked })).toEqual(asked);
    const named = "Is a bridge or a river longer?";
    expect((await read({ question: named, choices: ["bridge", "River"] }))?.question).toBe(named);
  });

  it("in Chinese has no English words between its options", async () => {
    const asked = await read({ question: "哪个更长？", answers: ["河"], options: ["桥", "河"] });
    expect(asked?.question).toBe("哪个更长: 桥; 河?");
  });
});
