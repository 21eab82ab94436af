import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/cli/arguments.ts";
import { wrongChainLines } from "../../../src/error-book/wrong-chains.ts";
import type { Chain } from "../../../src/stages/chain-record.ts";
import { fakeRun } from "../../../src/testing/fake-run.ts";
import { fakeSettings } from "../../../src/testing/fakes.ts";
import { chainRun, errorBookRecord } from "../data/lm-inputs.ts";
import { devSplit } from "../data/sources.ts";
import { assembleBook, chainRuns, ending, languageModelRows, trainingRecords } from "./assemble.ts";
import { type JudgedRun, judgedRun } from "./judged-runs.ts";
import { readTrainingQuestions, type TrainingQuestion } from "./questions.ts";
import { allVariants, firstVariant, nextVariant, otherVariants } from "./variants.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function dataFile(name: string, rows: readonly object[]): Promise<string> {
  const path = join(folder, `${name}.jsonl.gz`);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, gzipSync(rows.map((row) => JSON.stringify(row)).join("\n")));
  return path;
}

/** Invented questions, none of which is kept for selection. */
const asked = Array.from(
  { length: 60 },
  (_, n) => `Who built the made-up ship number ${n}?`,
).filter((question) => !devSplit(question));
const row = (question: string, more: object = {}) => ({
  id: `x_${question.length}_${question}`,
  dataset: "made-up",
  question,
  answers: ["Ada Lund"],
  ...more,
});

describe("the questions of the error book", () => {
  it("come from training files only", async () => {
    const dev = await dataFile("hotpotqa/dev_distractor", [row("Which?")]);
    for (const file of [
      dev,
      join(folder, "bamboogle/test.jsonl.gz"),
      "public/questions/factbook.jsonl",
    ]) {
      await expect(readTrainingQuestions([file])).rejects.toThrow(UsageError);
    }
    const squad = await dataFile("squad/dev", [row("Which?", { article: "Made up" })]);
    await expect(readTrainingQuestions([squad])).rejects.toThrow(/not a training file/u);
  });

  it("are never a dev or test question; those kept for selection are marked", async () => {
    await dataFile("hotpotqa/dev_distractor", [row(asked[0] ?? "")]);
    const kept = Array.from({ length: 200 }, (_, n) => `Which made-up port is number ${n}?`).find(
      devSplit,
    );
    const file = await dataFile("hotpotqa/train_distractor", [
      row(`${asked[0]} `),
      row(kept ?? ""),
      row(asked[1] ?? "", { context: [{ title: "T", sentences: ["S."] }] }),
      { ...row(asked[2] ?? ""), answers: [] },
    ]);
    const questions = await readTrainingQuestions([file]);
    expect(kept).toBeDefined();
    expect(questions.filter(({ select }) => select)).toMatchObject([{ question: kept }]);
    expect(questions.filter(({ select }) => !select)).toMatchObject([
      {
        question: asked[1],
        source: "hotpotqa/train_distractor",
        context: [{ title: "T" }],
        dataChain: null,
      },
    ]);
  });

  it("are told apart where an id is used again, in one file or in two", async () => {
    const [one, two, three] = [asked[5] ?? "", asked[6] ?? "", asked[7] ?? ""];
    const files = [
      await dataFile("musique/train", [
        { ...row(one), id: "x" },
        { ...row(two), id: "x" },
      ]),
      await dataFile("2wikimultihopqa/train", [{ ...row(three), id: "x" }]),
    ];
    const ids = async (...given: string[]) =>
      new Map((await readTrainingQuestions(given)).map(({ id, question }) => [question, id]));
    const all = await ids(...files, ...files);
    expect(all).toEqual(
      new Map([
        [one, "musique/train/x"],
        [two, "musique/train/x~2"],
        [three, "2wikimultihopqa/train/x"],
      ]),
    );
    // A journal may be continued with other files.
    for (const file of files) {
      for (const [question, id] of await ids(file)) expect(all.get(question)).toBe(id);
    }
  });

  it("bring the data set's own chain where it can be read", async () => {
    const decomposition = [
      { question: "Who built the Bluebell?", answer: "Ada Lund", para_idx: 0 },
      { question: "Where was #1 born?", answer: "Bergen", para_idx: 1 },
    ];
    const file = await dataFile("musique/train", [
      row(asked[3] ?? "", { answers: ["Bergen"], decomposition }),
    ]);
    const [question] = await readTrainingQuestions([file]);
    expect(question?.dataChain).toMatchObject({
      final: "Bergen",
      steps: [{ answer: "Ada Lund" }, { query: "Where was Ada Lund born?", answer: "Bergen" }],
    });
  });

  it("may be the chains built from the Factbook", async () => {
    const file = join(folder, "factbook-chains.jsonl");
    const chain = {
      id: "f1",
      question: asked[4],
      answers: ["Ada Lund"],
      type: "bridge",
      steps: [{ query: "Who?", answer: "Ada Lund", passageId: "p" }],
      rests: [1],
    };
    await writeFile(file, `${JSON.stringify(chain)}\n`);
    expect(await readTrainingQuestions([file])).toMatchObject([
      { source: "factbook", dataChain: { final: "Ada Lund", rests: [1] } },
    ]);
    await writeFile(file, "");
    await expect(readTrainingQuestions([file])).rejects.toThrow(/no chains/u);
  });
});

describe("the variants of a run", () => {
  const settings = { ...fakeSettings, rerank: true };
  const same = <T>(value: T) => value;

  it("differ from what was asked, and from each other", () => {
    for (const wanted of ["right", "wrong"] as const) {
      const all = [firstVariant(settings), ...otherVariants(settings, wanted, same)];
      expect(new Set(all.map((one) => JSON.stringify(one.settings))).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(2);
    }
  });

  it("are fewer where the encoder has no heads to rerank or read with", () => {
    const base = { ...settings, rerank: false, reader: "model" as const };
    const without = (other: typeof settings) => ({
      ...other,
      rerank: false,
      reader: "model" as const,
    });
    const names = otherVariants(base, "right", without).map(({ name }) => name);
    expect(names).not.toContain("reranked");
    expect(names).toContain("three passages");
  });
});

const question: TrainingQuestion = {
  id: "q",
  source: "musique/train",
  question: "What is the currency?",
  golds: ["ouguiya"],
  context: undefined,
  dataChain: null,
  select: false,
};
const run = (golds: readonly string[]) => judgedRun({ ...question, golds }, "as asked", fakeRun());

describe("a judged run", () => {
  it("says whether it ended with the gold answer", () => {
    expect(run(["ouguiya"])).toMatchObject({
      right: true,
      records: [{ cause: "gold" }, { cause: "checker", gold: ["ouguiya"] }],
    });
    expect(run(["dollar"])).toMatchObject({ right: false, records: [{ label: "negative" }] });
    const cut = fakeRun().slice(0, 5);
    expect(judgedRun(question, "as asked", cut)).toMatchObject({ right: null, records: [] });
  });
});

describe("what is tried next", () => {
  const settings = { ...fakeSettings, rerank: true };
  const resolved = <T>(value: T) => value;
  const next = (done: readonly JudgedRun[], most = 3) =>
    nextVariant(done, { settings, resolved, most })?.name ?? null;

  it("is as asked first, then what may turn the answer, and nothing once both are there", () => {
    expect(next([])).toBe("as asked");
    const wrong = run(["dollar"]);
    const [, ...others] = allVariants(settings, resolved).map(({ name }) => name);
    expect(next([wrong])).toBe(others[0]);
    expect(next([wrong], 0)).toBeNull();
    const tried = { ...wrong, variant: others[0] ?? "" };
    expect(next([wrong, tried])).toBe(others[1]);
    expect(next([wrong, { ...run(["ouguiya"]), variant: others[0] ?? "" }])).toBeNull();
  });

  it("comes in the order in which a batch asks", () => {
    const order = allVariants(settings, resolved).map(({ name }) => name);
    const unanswered = { ...run(["dollar"]), records: [] };
    const done: JudgedRun[] = [];
    for (let name = next(done, 9); name !== null; name = next(done, 9)) {
      // Right only at the second try, so a wrong chain is still needed.
      const found = done.length === 1 ? { ...run(["ouguiya"]), records: rightOnly } : unanswered;
      done.push({ ...found, variant: name });
    }
    const places = done.map(({ variant }) => order.indexOf(variant));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(done.length).toBeGreaterThan(2);
  });
});

const rightOnly = run(["ouguiya"])
  .records.slice(0, 1)
  .map((record) => ({ ...record, wrong: null }));

describe("the assembled book", () => {
  const golds = ["dollar"];
  const wrong = { question: { ...question, golds }, runs: [run(golds)] };

  it("leaves what was never right unpaired, unless the data may say what is right", () => {
    expect(assembleBook([wrong], false)).toMatchObject([{ right: null }]);
    const dataChain: Chain = {
      steps: [{ query: "Q?", answer: "dollar" }],
      final: "dollar",
      rests: [1],
    };
    const withChain = { ...wrong, question: { ...wrong.question, dataChain } };
    expect(assembleBook([withChain], true)).toMatchObject([{ right: dataChain, rightBy: "data" }]);
  });

  it("takes the chain's own steps to the gold answer where it had found it", () => {
    const found = ["28 November 1960 exactly"];
    const runs = [run(found)];
    const [record] = assembleBook([{ question: { ...question, golds: found }, runs }], true);
    expect(record?.right).toMatchObject({ final: found[0], rests: [3] });
    expect(record?.right?.steps).toHaveLength(3);
  });

  it("is what training reads", () => {
    const dataChain: Chain = {
      steps: [{ query: "Q?", answer: "dollar" }],
      final: "dollar",
      rests: [1],
    };
    const right = { question, runs: [run(question.golds)] };
    const all = [right, { ...wrong, question: { ...wrong.question, dataChain } }];
    const book = assembleBook(all, true);
    const records = trainingRecords(book);
    expect(records).toHaveLength(2);
    for (const record of records) expect(errorBookRecord.parse(record)).toEqual(record);
    expect(records.map(({ wrong: one }) => [one.steps.at(-1)?.answer, one.final])).toEqual([
      ["1960", "none"],
      ["none", "The ouguiya; independent since 28 November 1960"],
    ]);
    const runs = chainRuns(all);
    for (const one of runs) expect(chainRun.parse(one)).toEqual(one);
    expect(runs.map(({ stage, right: led }) => [stage, led])).toEqual([
      ["plan", true],
      ["summarise", true],
      ["plan", false],
      ["summarise", false],
    ]);
    const skills = languageModelRows(book, runs).map(({ skill }) => skill);
    expect(new Set(skills)).toEqual(new Set(["correct", "plan", "decide"]));
  });

  it("takes plans to learn from the model's own right chains only", () => {
    const dataChain: Chain = {
      steps: [{ query: "Q?", answer: "dollar" }],
      final: "dollar",
      rests: [1],
    };
    const book = assembleBook([{ ...wrong, question: { ...wrong.question, dataChain } }], true);
    expect(languageModelRows(book, []).map(({ skill }) => skill)).toEqual(["correct"]);
  });
});

describe("the wrong chains that the page exports", () => {
  it("are what training reads, without an unsolved step on the right", () => {
    const lines = wrongChainLines(fakeRun());
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const record = errorBookRecord.parse(JSON.parse(line));
      expect(record).toEqual(JSON.parse(line));
      expect(record.wrong).not.toEqual(record.right);
    }
  });
});

describe("how a right chain is taught to end", () => {
  const steps: Chain["steps"] = [
    { query: "a", answer: "Vienna" },
    { query: "b", answer: "the Danube" },
    { query: "c", answer: "2,850 km" },
  ];
  it.each<[string, string[], ReturnType<typeof ending>]>([
    ["Danube", ["Danube"], { final: "Danube", rests: [2] }],
    ["It is the Danube in Vienna", ["Danube"], { final: "Danube", rests: [2] }],
    ["yes", ["Yes"], { final: "yes", rests: [2, 3] }],
  ])("%s for %j", (final, golds, expected) => {
    expect(ending({ steps, final, rests: [1, 2, 3] } satisfies Chain, golds)).toEqual(expected);
  });
});
