import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PassageReader, PassageReading } from "../../../src/runtime/ports.ts";
import { askedOfFile, readByEncoder } from "./readings.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function asked(rows: readonly object[]) {
  const path = join(folder, "rows.jsonl");
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return askedOfFile(path);
}

const said = (changes: Partial<PassageReading>): PassageReading => ({
  kind: "span",
  span: "Bergen",
  start: 0,
  spans: [],
  confidence: 0.4,
  noAnswer: 0.1,
  relevance: 0.9,
  tokens: 9,
  ...changes,
});

/** FAKE: returns these readings, whatever it is asked. */
function fakeReader(readings: readonly PassageReading[]): PassageReader {
  return {
    read: async () => readings,
    relevance: async () => [],
    known: async () => 0,
  };
}
const signal = new AbortController().signal;

describe("questions for the reader", () => {
  it("from the rows that the encoder was selected on: with the answer, without, yes and no", async () => {
    const row = { source: "s", question: "Q?", title: "T", text: "In Bergen." };
    const answers = [{ text: "Bergen", start: 3 }];
    const all = await asked([
      { ...row, kind: "span", answers },
      { ...row, kind: "none", answers: [] },
      { ...row, kind: "yes", answers: [] },
    ]);
    expect(all.map(({ golds, passageRight }) => [golds, passageRight])).toEqual([
      [["Bergen"], true],
      [[], false],
      [["yes"], true],
    ]);
  });

  it("from HotpotQA: those whose answer stands in one gold paragraph", async () => {
    const row = (sentences: string[]) => ({
      id: "q",
      question: "Q?",
      answers: ["Bergen"],
      supporting: [{ title: "A" }, { title: "B" }],
      context: [
        { title: "A", sentences },
        { title: "B", sentences: ["Born in Bergen."] },
        { title: "C", sentences: ["Bergen again."] },
      ],
    });
    const all = await asked([row(["Elsewhere."]), row(["Bergen, too."])]);
    expect(all).toMatchObject([{ query: "Q?", passages: [{ title: "B" }] }]);
  });
});

describe("the encoder as the reader", () => {
  const one = {
    query: "Q?",
    golds: ["Bergen"],
    passages: [
      { id: "1", title: "A", text: "a" },
      { id: "2", title: "B", text: "b" },
    ],
    passageRight: true,
  };

  it("goes by the surest answer, as a hop does", async () => {
    const reader = fakeReader([said({ span: "Oslo" }), said({ confidence: 0.8 })]);
    expect(await readByEncoder(reader, one, signal)).toMatchObject({
      span: "Bergen",
      confidence: 0.8,
      right: true,
    });
  });

  it("finds nothing where no passage answers, which is never right", async () => {
    const none = said({ kind: "none", span: "", confidence: 0.7 });
    const reader = fakeReader([none, { ...none, confidence: 0.6 }]);
    expect(await readByEncoder(reader, one, signal)).toMatchObject({
      span: "",
      confidence: 0.6,
      right: false,
    });
  });
});
