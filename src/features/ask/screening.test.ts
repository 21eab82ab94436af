import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Earlier } from "../../language/english/antecedent.ts";
import { readFacts } from "../../retrieval/libraries/factbook/facts.ts";
import { readQuestions } from "../../retrieval/libraries/factbook/questions.ts";
import { repositoryRoot } from "../../retrieval/libraries/factbook/repository.ts";
import { factbookWords, namesOf } from "../../retrieval/libraries/factbook/words.ts";
import { type ScreeningFacts, screenQuestion } from "./screening.ts";

let facts: ScreeningFacts;

beforeAll(async () => {
  const { entries, others } = namesOf(await readFacts());
  const names = { entries: [...entries, ...factbookWords.aliases.map(([today]) => today)], others };
  facts = { isEnglishLibrary: true, names, earlier: null, isEarlierOurs: false };
});

const stopped: [string, string][] = [
  ["hello", "talk"],
  ["thanks!", "talk"],
  ["asdfghjkl qwer", "noise"],
  ["?????", "noise"],
  ["12345", "noise"],
  ["Wie heißt die Hauptstadt von Deutschland?", "language"],
  ["¿Cuál es la capital de Perú?", "language"],
  ["Quelle est la capitale du Pérou ?", "language"],
  ["And what is its currency?", "antecedent"],
  ["What is the capital of Portugual?", "name"],
  ["weather", "topic"],
  ["tell me a joke", "task"],
  ["What is the capital of Romnia?", "name"],
  ["Is Colombai larger than Brasil?", "name"],
  ["In welchem Land liegt Tallinn?", "language"],
  ["Какая столица Перу?", "language"],
  ["Good morning, how are you?", "talk"],
  ["Write me a short poem about Peru", "task"],
];

describe("before the first call", () => {
  it.each(stopped)("“%s” is stopped: %s", (question, kind) => {
    expect(screenQuestion(question, facts)).toMatchObject({ kind: "stop", stop: { kind } });
  });

  it("none of the library's questions is stopped", async () => {
    for (const { question } of await readQuestions()) {
      expect(screenQuestion(question, facts)).toEqual({ kind: "ask", question, resolved: null });
    }
  });

  it("nor one of 280 others, but for a line of noise among them", async () => {
    const files = ["e2e/bench/outside.jsonl", "e2e/bench/own-documents/questions.jsonl"];
    const texts = await Promise.all(
      files.map((file) => readFile(`${repositoryRoot}/${file}`, "utf8")),
    );
    const questions = texts.flatMap((text) => text.trim().split("\n").map(questionOf));
    expect(questions.length).toBeGreaterThanOrEqual(280);
    const held = questions.filter((question) => screenQuestion(question, facts).kind === "stop");
    expect(held).toEqual(["asdf qwer zxcv"]);
  });

  it.each([
    "Capital of Peru",
    "peru capital",
    "Name the capital of Peru.",
    "Tell me the capital of Peru",
    "Tell me about Canadian oil exports",
    "Give me the name of the highest mountain in Nepal",
    "Could a llama birth twice during War in Vietnam (1945-46)?",
    "Is it common to see frost during some college commencements?",
    "Who wrote La Casa de los Espíritus?",
    "Which country's anthem is Die Stem van Suid-Afrika?",
    "What does the German word Schadenfreude mean?",
    "Which German city is the largest?",
    "Who sang Hello?",
    "What is the population of Niger?",
    "how big is brčko",
    "Which is larger, Guinea or Guinea-Bissau?",
    "What is the Baltic Sea?",
    "population estonia 2024",
    "List the neighbours of Chad",
    "Estonia has which currency?",
  ])("nor “%s”", (question) => {
    expect(screenQuestion(question, facts)).toEqual({ kind: "ask", question, resolved: null });
  });

  it("another language, one word and near names are asked of a person's own documents", () => {
    const own: ScreeningFacts = {
      ...facts,
      isEnglishLibrary: false,
      names: { entries: [], others: [] },
    };
    for (const question of [
      "Wie heißt der Vorstand?",
      "Satzung",
      "Who is Portugual?",
      "秘鲁的首都?",
    ]) {
      expect(screenQuestion(question, own)).toEqual({ kind: "ask", question, resolved: null });
    }
  });

  it("a misspelt name that is replaced by an offered one passes", () => {
    const places = facts.names.entries.filter((name) => /^\p{L}{7,}$/u.test(name));
    let offered = 0;
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(), (name, place) => {
        const at = 1 + (place % (name.length - 1));
        const question = `What is the capital of ${name.slice(0, at)}${name.slice(at + 1)}?`;
        const verdict = screenQuestion(question, facts);
        if (verdict.kind === "ask") return;
        if (verdict.stop.kind !== "name") throw new Error(`stopped as ${verdict.stop.kind}`);
        offered += 1;
        for (const near of verdict.stop.params.nearest) {
          const mended = question.replace(verdict.stop.params.word, near);
          expect(screenQuestion(mended, facts).kind).toBe("ask");
        }
      }),
      { numRuns: 60 },
    );
    expect(offered).toBeGreaterThan(40);
  });

  it("takes any text", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const before = fc.option(fc.record({ question: text, answer: text, found: fc.array(text) }));
    fc.assert(
      fc.property(text, before, (question, earlier) => {
        expect(["ask", "stop"]).toContain(screenQuestion(question, { ...facts, earlier }).kind);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a follow-up", () => {
  const tallinn: Earlier = {
    question: "Which sea borders the country whose capital is Tallinn?",
    answer: "Baltic Sea",
    found: ["Estonia", "Baltic Sea"],
  };
  const portugal: Earlier = {
    question: "What is the capital of Portugal?",
    answer: "Lisbon",
    found: ["Lisbon"],
  };
  const peru: Earlier = {
    question: "Which country has Lima as its capital?",
    answer: "Peru",
    found: ["Peru"],
  };

  it.each<[string, Earlier, string]>([
    ["And its currency?", peru, "What is Peru's currency?"],
    ["And its currency?", portugal, "What is Portugal's currency?"],
    ["And its currency?", tallinn, "What is Estonia's currency?"],
    ["And the population?", portugal, "What is the population of Portugal?"],
    ["What about Chile?", portugal, "What is the capital of Chile?"],
    ["Is Sweden larger than Norway?", portugal, "Is Sweden larger than Norway?"],
    // A country does not fit where a capital is.
    ["What about Chile?", tallinn, "What about Chile?"],
  ])("“%s” %#", (typed, earlier, question) => {
    expect(screenQuestion(typed, { ...facts, earlier })).toMatchObject({ kind: "ask", question });
  });

  it("is read without a library's names, as in a person's own documents", () => {
    const own = { isEnglishLibrary: false, names: { entries: [], others: [] } };
    expect(screenQuestion("And its currency?", { ...facts, ...own, earlier: peru })).toMatchObject({
      kind: "ask",
      question: "What is Peru's currency?",
    });
  });

  it("has other candidates: the answer, and the question's names", () => {
    expect(screenQuestion("And its currency?", { ...facts, earlier: tallinn })).toMatchObject({
      resolved: { word: "its", antecedent: "Estonia", others: ["Baltic Sea", "Tallinn"] },
    });
  });

  it("has no candidate that is a part of a longer name", () => {
    const earlier = {
      question: "How many World Heritage Sites does China have?",
      answer: "60",
      found: [],
    };
    const verdict = screenQuestion("And its currency?", { ...facts, earlier });
    expect(verdict).toMatchObject({ resolved: { antecedent: "China" } });
    expect(JSON.stringify(verdict)).not.toContain('"World"');
  });

  it("is asked back where a person is meant and none was asked for", () => {
    expect(screenQuestion("Where was he born?", { ...facts, earlier: portugal })).toMatchObject({
      stop: { kind: "antecedent", params: { word: "he", candidates: ["Lisbon", "Portugal"] } },
    });
  });

  it("is asked back after an example that the page shows by itself", () => {
    const after = { ...facts, earlier: peru, isEarlierOurs: true };
    expect(screenQuestion("And its currency?", after)).toMatchObject({
      stop: { kind: "antecedent", params: { candidates: ["Peru", "Lima"] } },
    });
  });
});

function questionOf(line: string): string {
  const { question }: { question: string } = JSON.parse(line);
  return question;
}
