import { describe, expect, it } from "vitest";
import * as files from "../../../testing/import/files.ts";
import { questionRow } from "../question.ts";
import { detectFormat } from "./detect.ts";
import { importQuestions } from "./import-questions.ts";

describe("every format", () => {
  it.each([
    ["hotpotqa", files.hotpot, 3],
    ["2wikimultihopqa", files.twoWiki, 1],
    ["musique", files.musique, 2],
    ["nq-open", files.nqOpen, 2],
    ["squad", files.squad, 2],
    ["squad", files.squadFlat, 1],
    ["squad", JSON.stringify(files.squadRows), 1],
    ["hotpotqa", files.hotpotColumns, 1],
    ["hotpotqa", JSON.stringify(files.hotpotRows, null, 1), 1],
    ["strategyqa", files.strategyQa, 2],
    ["triviaqa", files.triviaQa, 2],
    ["triviaqa", files.triviaQaFlat, 1],
    ["triviaqa", JSON.stringify(files.triviaQaRows, null, 1), 1],
    ["asqa", files.asqa, 2],
    ["asqa", JSON.stringify(JSON.parse(files.asqa), null, 2), 2],
    ["asqa", files.asqaFlat, 1],
    ["asqa", JSON.stringify(files.asqaRows, null, 1), 1],
    ["project", files.asqaProject, 1],
    ["openbookqa", files.openBookQa, 2],
    ["openbookqa", files.openBookQaFlat, 1],
    ["openbookqa", JSON.stringify(files.openBookQaRows, null, 1), 1],
    ["eli5", files.eli5, 2],
    ["kilt", files.kilt, 2],
    ["freshqa", files.freshQa, 2],
    ["webqa", files.webQa, 2],
    ["webqa", JSON.stringify(JSON.parse(files.webQa)), 2],
    ["webqa", files.webQaFlat, 2],
    ["cdqa", files.cdqa, 2],
    ["project", files.project, 2],
    ["csv", files.table, 2],
  ] as const)("%s is told by its look and gives question rows", async (format, text, count) => {
    expect(detectFormat(text)).toBe(format);
    expect(detectFormat(text.slice(0, text.length - 40))).toBe(format);
    const read = await importQuestions(text);
    expect(read).toMatchObject({ format, badCount: 0, renamedCount: 0 });
    expect(read.questions).toHaveLength(count);
    for (const row of read.questions) expect(questionRow.parse(row)).toEqual(row);
  });
});

describe("HotpotQA", () => {
  it("keeps paragraphs with their sentences and says what kind of context they are", async () => {
    const { questions, hasContext, dataset } = await importQuestions(files.hotpot);
    expect({ hasContext, dataset }).toEqual({ hasContext: true, dataset: "hotpotqa" });
    expect(questions[0]).toMatchObject({
      id: "h1",
      answers: ["Danube"],
      type: "bridge",
      level: "easy",
      supporting: [
        { title: "Austria", sent_ids: [0] },
        { title: "Vienna", sent_ids: [1, 2] },
      ],
    });
    expect(questions[0]?.context?.[2]).toEqual({
      title: "Graz",
      sentences: ["Graz lies on the Mur."],
    });
    const kinds = questions.map((row) => row.context_kind);
    expect(kinds).toEqual(["distractor", "gold_only", "fullwiki"]);
  });

  it("has nothing to score where the answers are kept secret", async () => {
    const secret = '[{"_id":"t","question":"Q?","context":[["T",["S."]]]}]';
    const read = await importQuestions(secret);
    expect(read).toMatchObject({ format: "hotpotqa", questions: [] });
    expect(read.bad).toEqual([{ line: 1, reason: "no-answer", params: {} }]);
  });
});

describe("Hugging Face's columns", () => {
  it("give the same HotpotQA rows as the official file", async () => {
    const [official] = (await importQuestions(files.hotpot)).questions;
    const [columns] = (await importQuestions(files.hotpotColumns)).questions;
    expect(columns).toEqual(official);
  });

  it("give SQuAD's questions their paragraph, and leave out what has no answer", async () => {
    const [official] = (await importQuestions(files.squad)).questions;
    const { questions, unanswerable } = await importQuestions(files.squadFlat);
    expect(questions).toEqual([{ ...official, id: "f1", dataset: "squad" }]);
    expect(unanswerable).toBe(1);
  });

  it("are listed by line and field where they do not fit; the others go on", async () => {
    const [row, other] = files.squadRows;
    const lines = [
      JSON.stringify(row),
      JSON.stringify({ ...other, id: "f3", answers: { text: "Danube" } }),
      '{"id": "f4", "question": "Who?", ',
      JSON.stringify({ ...row, id: "f5" }),
    ];
    const squad = await importQuestions(lines.join("\n"));
    expect(squad.questions.map(({ id }) => id)).toEqual(["f1", "f5"]);
    expect(squad.bad.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "wrong-shape"],
      [3, "not-json"],
    ]);
    expect(squad.bad[0]?.params).toEqual({ field: "answers.text" });

    const [whole] = files.hotpotRows;
    const uneven = {
      ...whole,
      id: "h2",
      supporting_facts: { title: ["Austria"], sent_id: [0, 1] },
    };
    const hotpot = await importQuestions(
      [whole, uneven].map((one) => JSON.stringify(one)).join("\n"),
    );
    expect(hotpot.questions.map(({ id }) => id)).toEqual(["h1"]);
    expect(hotpot.bad).toEqual([
      { line: 2, reason: "wrong-shape", params: { field: "supporting_facts" } },
    ]);
  });
});

describe("2WikiMultihopQA", () => {
  it("is HotpotQA's form with triples", async () => {
    const [row] = (await importQuestions(files.twoWiki)).questions;
    expect(row).toMatchObject({ type: "compositional", dataset: "2wikimultihopqa" });
    expect(row?.evidences).toContainEqual(["A B", "father", "C B"]);
  });
});

describe("MuSiQue", () => {
  it("names gold paragraphs by their place, takes aliases, and keeps references to earlier steps", async () => {
    const { questions, unanswerable } = await importQuestions(files.musique);
    expect(unanswerable).toBe(1);
    expect(questions[0]).toMatchObject({
      type: "2hop",
      hops: 2,
      answers: ["Danube", "the Danube", "Donau"],
      supporting: [
        { title: "Danube", para_idx: 1 },
        { title: "Austria", para_idx: 2 },
      ],
      decomposition: [
        { question: "capital of Austria", answer: "Vienna", para_idx: 2 },
        { question: "Which river runs through #1 ?", answer: "Danube", para_idx: 1 },
      ],
      context_kind: "distractor",
    });
    expect(questions[1]).toMatchObject({ type: "3hop1", hops: 3 });
  });
});

describe("NQ-open", () => {
  it("has no ids, so its rows are named by their place", async () => {
    const { questions, hasContext } = await importQuestions(files.nqOpen);
    expect(questions.map(({ id }) => id)).toEqual(["nq-open-1", "nq-open-2"]);
    expect(questions[0]?.answers).toEqual(["A", "B"]);
    expect(hasContext).toBe(false);
  });
});

describe("SQuAD", () => {
  it("gives each question its paragraph, each answer once, and leaves out what has none", async () => {
    const { questions, unanswerable, dataset } = await importQuestions(files.squad);
    expect({ unanswerable, dataset }).toEqual({ unanswerable: 1, dataset: "squad_v2" });
    expect(questions[0]).toEqual({
      id: "s1",
      dataset: "squad_v2",
      question: "What runs through Vienna?",
      answers: ["The Danube", "Danube"],
      supporting: [{ title: "River Danube" }],
      context: [{ title: "River Danube", sentences: ["The Danube runs through Vienna."] }],
      context_kind: "gold_only",
    });
    const first = files.squad.replace('"v2.0"', '"1.1"');
    expect((await importQuestions(first)).dataset).toBe("squad");
  });

  it("goes on after a broken question, paragraph or article", async () => {
    const broken = files.squad
      .replace('"question": "Who dug it?"', '"question": Who dug it?')
      .replace('"title": "Graz",\n      "paragraphs"', '"title": "Graz",\n      "texts"');
    const { questions, bad } = await importQuestions(broken);
    expect(questions.map(({ id }) => id)).toEqual(["s1"]);
    const lines = broken.split("\n");
    const at = (line: number) => lines.slice(line - 1, line + 3).join("\n");
    expect(bad.map(({ reason }) => reason)).toEqual(["not-json", "wrong-shape"]);
    expect(at(bad[0]?.line ?? 0)).toContain("Who dug it?");
    expect(at(bad[1]?.line ?? 0)).toContain("Graz");
    expect(bad[1]?.params).toEqual({ field: "paragraphs" });
  });
});

describe("StrategyQA", () => {
  it("says yes or no, with steps, facts and the pages of the evidence", async () => {
    const { questions } = await importQuestions(files.strategyQa);
    expect(questions[0]).toMatchObject({
      answers: ["yes"],
      facts: ["The Danube ends in the Black Sea."],
      decomposition: [
        { question: "Where does the Danube end?", answer: "" },
        { question: "Does Crimea lie on #1?", answer: "" },
      ],
      supporting: [{ title: "Danube" }, { title: "Black Sea" }],
    });
    expect(questions[1]?.answers).toEqual(["no"]);
  });
});
