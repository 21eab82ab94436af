import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { isLeak, questionsIn, readTestQuestions, testFiles } from "./leaks.ts";

let folder: string;

async function write(name: string, rows: readonly object[]): Promise<void> {
  const path = join(folder, `${name}.jsonl.gz`);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, gzipSync(rows.map((row) => JSON.stringify(row)).join("\n")));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leaks-"));
  await write("hotpotqa/dev_qa", [{ question: "Who wrote “Dune”, really?" }]);
  await write("hotpotqa/train_gold", [{ question: "Who trains on this?" }]);
  await write("fever/dev_pairs", [{ query: "A claim of FEVER." }]);
  await write("train/anything", [{ question: "A training question?" }]);
  await write("corpora/some", [{ text: "No question." }]);
  await write("trec_cast/rewrite_test", [
    {
      history: ["What is throat cancer?"],
      question: "Is it curable?",
      rewrite: "Is throat cancer curable?",
    },
  ]);
  await write("squad/dev", [
    { question: "A question of the training half?", article: "Islamism" },
    { question: "A question of the other half?", article: "Force" },
  ]);
});

afterAll(() => rm(folder, { recursive: true }));

describe("the questions that may not be trained on", () => {
  it("are in every file that is no training source", async () => {
    expect(await testFiles(folder)).toEqual([
      "fever/dev_pairs",
      "hotpotqa/dev_qa",
      "squad/dev",
      "trec_cast/rewrite_test",
    ]);
  });

  it("are recognised in other dress", async () => {
    const tests = await readTestQuestions(folder);
    expect(isLeak('who wrote "dune" -- REALLY', tests)).toBe(true);
    expect(isLeak("A claim of FEVER", tests)).toBe(true);
    expect(isLeak("Is throat cancer curable?", tests)).toBe(true);
    expect(isLeak("A question of the other half?", tests)).toBe(true);
    expect(isLeak("Who wrote Emma?", tests)).toBe(false);
  });

  it("leave the training files and SQuAD's training half alone", async () => {
    const tests = await readTestQuestions(folder);
    expect(isLeak("Who trains on this?", tests)).toBe(false);
    expect(isLeak("A training question?", tests)).toBe(false);
    expect(isLeak("A question of the training half?", tests)).toBe(false);
  });

  it("hold the project's own", async () => {
    const tests = await readTestQuestions(folder);
    expect(isLeak("Which sea borders the country whose capital is Tallinn?", tests)).toBe(true);
  });
});

describe("the questions of a built row", () => {
  it.each([
    [{ source: "x", question: "Why?" }, ["Why?"]],
    [{ source: "x", query: "Where?", text: "A passage." }, ["Where?"]],
    [{ text: "When?" }, ["When?"]],
    [
      {
        messages: [
          { role: "system", content: "A rule." },
          { role: "user", content: "A passage.\n\nQuestion: Who?" },
        ],
      },
      ["A passage.", "", "Who?"],
    ],
  ])("of %j", (row, questions) => {
    expect(questionsIn(JSON.stringify(row))).toEqual(questions);
  });
});

const data = process.env["TRAINING_DATA"] ?? join(repositoryRoot, "../shared/data");
const built = join(repositoryRoot, "models/.build/data");
/** The model's answers to dev questions: used to measure the judge, never for training. */
const measuredOnly = "proxy-answers-dev.jsonl";

/** Needs the data folder and `npm run train -- data`, neither of which is in a clone. */
describe.skipIf(!existsSync(data) || !existsSync(join(built, "encoder-read.jsonl")))(
  "the built training data",
  () => {
    it("holds no dev or test question", { timeout: 300_000 }, async () => {
      const tests = await readTestQuestions(data);
      expect(tests.size).toBeGreaterThan(30_000);
      const files = (await readdir(built)).filter((name) => name.endsWith(".jsonl"));
      for (const file of files.filter((name) => name !== measuredOnly)) {
        const lines = (await readFile(join(built, file), "utf8")).split("\n").filter(Boolean);
        const leaks = lines.flatMap(questionsIn).filter((asked) => asked && isLeak(asked, tests));
        expect(leaks, file).toEqual([]);
        expect(lines.length, file).toBeGreaterThan(0);
      }
    });
  },
);
