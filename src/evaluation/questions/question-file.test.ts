import { describe, expect, it } from "vitest";
import { maxQuestionCharacters } from "../../log/question.ts";
import { readLines } from "./question-file.ts";

const read = async (text: string) => {
  const { questions, bad } = await readLines(text, "mine");
  return { rows: questions.map(({ question, answers }) => [question, ...answers]), bad };
};

describe("pasted lines", () => {
  it.each([
    ["a tab before the answer", "Which sea?\tBaltic\nWhich river?\tDanube"],
    ["Windows line ends and empty lines", "\r\nWhich sea?\tBaltic\r\n\r\nWhich river?\tDanube\r\n"],
    ["a heading", "question\tanswer\nWhich sea?\tBaltic\nWhich river?\tDanube\n"],
    ["a spreadsheet's quotes", '"Which sea?"\t"Baltic"\n"Which river?"\tDanube\n'],
    ["an empty column at the end", "Which sea?\tBaltic\t\nWhich river?\tDanube\t\n"],
  ])("with %s", async (_, text) => {
    expect(await read(text)).toEqual({
      rows: [
        ["Which sea?", "Baltic"],
        ["Which river?", "Danube"],
      ],
      bad: [],
    });
  });

  it("keep a question without an answer, also where no line among the first has one", async () => {
    const asked = Array.from({ length: 9 }, (_, at) => `Which sea, ${at}?`);
    const { rows, bad } = await read([...asked, "Which river?\tDanube"].join("\n"));
    expect(rows).toEqual([...asked.map((one) => [one]), ["Which river?", "Danube"]]);
    expect(bad).toEqual([]);
  });

  it("hold several answers, in one cell or in several", async () => {
    const { rows } = await read("Which river?\tDanube | Donau\nWhich sea?\tBaltic\tEast Sea\n");
    expect(rows).toEqual([
      ["Which river?", "Danube", "Donau"],
      ["Which sea?", "Baltic", "East Sea"],
    ]);
  });

  it("may have bars instead of tabs, which a text field does not write", async () => {
    const { rows } = await read("Which river? | Danube | Donau\nWhich sea?\n");
    expect(rows).toEqual([["Which river?", "Danube", "Donau"], ["Which sea?"]]);
  });

  it("keep quoted cells with tabs and line breaks, and double quotes", async () => {
    const { rows } = await read('"Which ""sea""\nis it?"\tBaltic\nWhich river?\tDanube\n');
    expect(rows).toEqual([
      ['Which "sea"\nis it?', "Baltic"],
      ["Which river?", "Danube"],
    ]);
  });

  it("may begin with a quoted title", async () => {
    const { rows, bad } = await read('"Emma" was written by whom?\tAusten\nWhich sea?\tBaltic\n');
    expect(rows).toEqual([
      ['"Emma" was written by whom?', "Austen"],
      ["Which sea?", "Baltic"],
    ]);
    expect(bad).toEqual([]);
  });

  it("names the lines that cannot be asked", async () => {
    const long = "x".repeat(maxQuestionCharacters + 1);
    const { rows, bad } = await read(`Which sea?\tBaltic\n\tDanube\n${long}\n`);
    expect(rows).toEqual([["Which sea?", "Baltic"]]);
    expect(bad).toEqual([
      { line: 2, reason: "no-question", params: {} },
      { line: 3, reason: "question-too-long", params: { limit: maxQuestionCharacters } },
    ]);
  });
});
