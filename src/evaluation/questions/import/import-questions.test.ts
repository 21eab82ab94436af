import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as files from "../../../testing/import/files.ts";
import { detectFormat } from "./detect.ts";
import { formatIds, importLimits, maxReportedRows } from "./format.ts";
import { importQuestions } from "./import-questions.ts";
import { previewTable } from "./table.ts";

const row = (id: string, more = "") => `{"id":"${id}","question":"Q?","answers":["a"]${more}}`;

describe("bad rows", () => {
  it("are listed with their lines, and the good ones go on: one a line", async () => {
    const text = [row("a"), "", '{"id":', "7", row("b"), '{"id":"c","answers":["x"]}'].join("\r\n");
    const { questions, bad, badCount } = await importQuestions(text);
    expect(questions.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(bad).toEqual([
      { line: 3, reason: "not-json", params: {} },
      { line: 4, reason: "not-an-object", params: {} },
      { line: 6, reason: "wrong-shape", params: { field: "question" } },
    ]);
    expect(badCount).toBe(3);
  });

  it("are listed with their lines, and the good ones go on: in an array", async () => {
    const broken = '{"id":"b","question":"Q?","answers":["no quote]}';
    const text = `[\n${row("a")},\n${broken},\n${row("c")},\n{"id":"d","question":"","answers":["a"]},\n${row("e")}\n]`;
    const { questions, bad } = await importQuestions(text);
    expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
      [3, "not-json"],
      [5, "no-question"],
    ]);
    expect(questions.map(({ id }) => id)).toEqual(["a", "c", "e"]);
  });

  it("are told where the file ends too early", async () => {
    for (const text of [`[${row("a")},\n{"id":"b"`, `[${row("a")},\n`, `${row("a")}\n{"id":"b"`]) {
      const { questions, bad } = await importQuestions(text);
      expect(questions.map(({ id }) => id)).toEqual(["a"]);
      expect(bad).toEqual([{ line: 2, reason: "cut-off", params: {} }]);
    }
  });

  it("are counted beyond those that are kept", async () => {
    const text = [row("a"), ...Array.from({ length: 300 }, () => "{}")].join("\n");
    const { bad, badCount } = await importQuestions(text);
    expect(bad).toHaveLength(maxReportedRows);
    expect(badCount).toBe(300);
  });

  it("are those of absurd size, and questions that no run would take", async () => {
    const { maxRowLength } = importLimits;
    const long = "x".repeat(maxRowLength);
    const huge = row("b", `,"level":"${long}"`);
    const wordy = `{"id":"c","question":"${"x".repeat(2001)}","answers":["a"]}`;
    const bad = [
      { line: 2, reason: "too-large", params: { limit: maxRowLength } },
      { line: 3, reason: "question-too-long", params: { limit: 2000 } },
    ];
    const rows = [row("a"), huge, wordy];
    expect(await importQuestions(rows.join("\n"))).toMatchObject({ bad });
    expect(await importQuestions(`[${rows.join(",\n")}]`)).toMatchObject({ bad });
    const table = `question,answer\nQ?,"${long}"\nR?,b`;
    expect(await importQuestions(table)).toMatchObject({
      questions: [{ question: "R?" }],
      bad: [{ line: 2, reason: "too-large" }],
    });
  });

  it("are the whole file where no format fits", async () => {
    for (const text of ["", "just words", "42", '{"a":1}', "[1, 2]"]) {
      const { format, bad } = await importQuestions(text);
      expect(format).toBeNull();
      expect(bad).toEqual([{ line: 1, reason: "format-unknown", params: {} }]);
    }
    const { bad } = await importQuestions(files.nqOpen, { format: "squad" });
    expect(bad).toEqual([{ line: 1, reason: "no-list", params: {} }]);
  });
});

describe("ids", () => {
  it("that repeat are made unique, and that is told", async () => {
    const text = [row("a"), row("a"), row("a~2"), row("a")].join("\n");
    const { questions, renamed, renamedCount } = await importQuestions(text);
    expect(questions.map(({ id }) => id)).toEqual(["a", "a~2", "a~2~2", "a~3"]);
    expect(renamedCount).toBe(3);
    expect(renamed[0]).toEqual({ line: 2, id: "a", to: "a~2" });
  });

  it("may be numbers, or missing", async () => {
    const text = '{"id":7,"question":"Q?","answers":["a"]}\n{"question":"R?","answers":["a"]}';
    const { questions } = await importQuestions(text, { dataset: "mine" });
    expect(questions.map(({ id }) => id)).toEqual(["7", "mine-2"]);
  });
});

it("a list within an object, an object over several lines, and rows without the last line break are read", async () => {
  const wrapped = `{"version": 1, "tags": ["x"], "data": [${row("a")}, ${row("b")}]}`;
  expect((await importQuestions(wrapped)).questions).toHaveLength(2);
  const spread = JSON.stringify(JSON.parse(row("a")), null, 2);
  expect((await importQuestions(spread)).questions).toHaveLength(1);
});

it("the set is named by its rows where they agree", async () => {
  const of = (dataset: string) => row("x", `,"dataset":"${dataset}"`);
  expect((await importQuestions(`${of("one")}\n${of("one")}`)).dataset).toBe("one");
  expect((await importQuestions(`${of("one")}\n${of("two")}`)).dataset).toBeNull();
});

it("a long file without line breaks takes no longer for having none", async () => {
  // Searching for a line break from each row to the end would take a minute.
  const filled = (id: string) => row(id, `,"level":"${"x".repeat(600)}"`);
  const text = `[${Array.from({ length: 20_000 }, (_, index) => filled(`q${index}`)).join(",")}]`;
  expect((await importQuestions(text)).questions).toHaveLength(20_000);
}, 20_000);

describe("any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.json({ maxDepth: 4 }),
    fc.stringMatching(/^[[\]{}",:\\\n;|a1 -]{0,80}$/u),
    fc
      .record({
        file: fc.constantFrom(...Object.values(files)),
        from: fc.nat(3000),
        gone: fc.nat(40),
        put: fc.constantFrom("", '"', "{", "]", "\\", "\n", ",", "null"),
      })
      .map(({ file, from, gone, put }) => file.slice(0, from) + put + file.slice(from + gone)),
  );

  it("never throws, in any format, and every row is accounted for", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom(undefined, ...formatIds), async (text, format) => {
        const read = await importQuestions(text, format === undefined ? {} : { format });
        expect(new Set(read.questions.map(({ id }) => id)).size).toBe(read.questions.length);
        const lines = text.split("\n").length;
        for (const { line } of read.bad) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
        }
        for (const { question, answers } of read.questions) {
          expect(question.trim()).not.toBe("");
          expect(answers.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("can be previewed and told", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const format = detectFormat(text);
        expect(format === null || formatIds.includes(format)).toBe(true);
        const { columns, options } = await previewTable(text);
        const { question, answers } = options.mapping;
        for (const column of [...answers, ...(question === null ? [] : [question])]) {
          expect(column).toBeLessThan(columns.length);
        }
      }),
      { numRuns: 200 },
    );
  });
});
