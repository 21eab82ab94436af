import { describe, expect, it } from "vitest";
import { table } from "../../../testing/import/files.ts";
import { importQuestions } from "./import-questions.ts";
import { previewTable } from "./table.ts";

describe("a table", () => {
  it("shows its columns and how it would be read", async () => {
    const preview = await previewTable(table);
    expect(preview.columns).toEqual(["Number", "Question", "Answer", "Other answers", "Kind"]);
    expect(preview.rows).toHaveLength(2);
    expect(preview.options).toEqual({
      delimiter: ";",
      header: true,
      mapping: {
        question: 1,
        answers: [2],
        id: null,
        type: 4,
        context: null,
        contextTitle: null,
      },
      answerSeparator: null,
    });
  });

  it("is read by the mapping that a person chose", async () => {
    const { options } = await previewTable(table);
    const mapping = { ...options.mapping, id: 0, answers: [2, 3], context: 1, contextTitle: 4 };
    const read = await importQuestions(table, {
      format: "csv",
      dataset: "rivers",
      table: { ...options, mapping, answerSeparator: "|" },
    });
    expect(read).toMatchObject({ dataset: "rivers", hasContext: true, badCount: 0 });
    expect(read.questions).toEqual([
      {
        id: "1",
        dataset: "rivers",
        question: "Which river?",
        answers: ["Danube", "Donau", "Duna"],
        type: "bridge",
        context: [{ title: "bridge", sentences: ["Which river?"] }],
      },
      {
        id: "2",
        dataset: "rivers",
        question: "Which sea; if any?",
        answers: ["Black Sea"],
        type: "yes-no",
        context: [{ title: "yes-no", sentences: ["Which sea; if any?"] }],
      },
    ]);
  });

  it.each([
    [",", 'question,answers\n"Who, then?","[""A"", ""B""]"\n', ["A", "B"]],
    ["\t", "q\ta\nWho, then?\tA || B\n", ["A", "B"]],
    ["|", "query|gold answer\nWho, then?|A;B\n", ["A", "B"]],
  ] as const)("may be cut by %j, and hold several answers", async (delimiter, text, answers) => {
    expect((await previewTable(text)).options).toMatchObject({ delimiter, header: true });
    const { questions } = await importQuestions(text);
    expect(questions).toMatchObject([{ question: "Who, then?", answers }]);
  });

  it("without a heading: the first column asks, the others answer", async () => {
    const text = "Which river?,Danube,Donau\nWhich sea?,Black Sea,\n";
    expect((await previewTable(text)).options).toMatchObject({ header: false });
    const { questions } = await importQuestions(text);
    expect(questions.map(({ answers }) => answers)).toEqual([["Danube", "Donau"], ["Black Sea"]]);
    const preview = await previewTable(text, { header: true, delimiter: "," });
    expect(preview.columns).toEqual(["Which river?", "Danube", "Donau"]);
  });

  it("has line numbers, through line breaks in cells and empty lines", async () => {
    const text = 'question,answer\n"Two\nlines?",A\n\n,B\nQ?,\nLast?,C\n';
    const { questions, bad } = await importQuestions(text);
    expect(questions.map(({ question }) => question)).toEqual(["Two\nlines?", "Last?"]);
    expect(bad).toEqual([
      { line: 5, reason: "no-question", params: {} },
      { line: 6, reason: "no-answer", params: {} },
    ]);
  });

  it("lists a row whose quotes do not close", async () => {
    const { questions, bad } = await importQuestions('question,answer\nQ?,A\n"Open?,B\nR?,C\n');
    expect(questions).toMatchObject([{ question: "Q?" }]);
    expect(bad).toEqual([{ line: 3, reason: "quotes-open", params: {} }]);
  });
});
