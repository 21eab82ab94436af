import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QuestionRow } from "../questions/question.ts";
import { filledQuery, goldGap, goldSteps, lastSteps, mostGoldSteps } from "./gold.ts";

type Part = { question: string; answer: string; para_idx?: number };

function rowOf(question: string, decomposition: Part[], more: Partial<QuestionRow> = {}) {
  return { id: "q", question, answers: ["Danube"], decomposition, ...more } satisfies QuestionRow;
}

const queries = (row: QuestionRow) => goldSteps(row).map(({ query }) => query);

describe("the gold steps of a question", () => {
  it("are MuSiQue's, relations put as questions, each with its own paragraph", () => {
    const row = rowOf(
      "Who is the father of Ann Lee's father?",
      [
        { question: "Ann Lee >> father", answer: "Tom Lee", para_idx: 3 },
        {
          question: "#1 >> located in the administrative territorial entity",
          answer: "Kent",
          para_idx: 0,
        },
        { question: "when did #2 join #1", answer: "1900", para_idx: 3 },
      ],
      {
        supporting: [
          { title: "Lee", para_idx: 0 },
          { title: "Lee", para_idx: 3 },
        ],
      },
    );
    expect(queries(row)).toEqual([
      "What is the father of Ann Lee?",
      "In which administrative territorial entity is [1] located?",
      "when did [2] join [1]",
    ]);
    expect(goldSteps(row).map(({ passages }) => passages.map((one) => one.para_idx))).toEqual([
      [3],
      [0],
      [3],
    ]);
  });

  it("name an earlier answer by its number where the set writes it out, but not what the question names", () => {
    const row = rowOf("What is the highest point of the country whose capital is Santo Domingo?", [
      { question: "Which country has Santo Domingo as its capital?", answer: "Dominican Republic" },
      { question: "What is the highest point of the Dominican Republic?", answer: "Pico Duarte" },
    ]);
    expect(queries(row)[1]).toBe("What is the highest point of the [1]?");
    const [, second] = goldSteps(row);
    expect(second && filledQuery(second, goldSteps(row))).toBe(
      "What is the highest point of the Dominican Republic?",
    );
    const named = rowOf("Is Oslo the capital of Norway, and how large is Oslo?", [
      { question: "What is the capital of Norway?", answer: "Oslo" },
      { question: "How large is Oslo?", answer: "454 sq km" },
    ]);
    expect(queries(named)[1]).toBe("How large is Oslo?");
  });

  it("are 2WikiMultihopQA's triples, linked where one goes on from another", () => {
    const row: QuestionRow = {
      id: "q",
      question: "Where did James Stanley (Bishop)'s father die?",
      answers: ["Lancashire"],
      evidences: [
        ["James Stanley", "father", "Thomas Stanley, 1st Earl of Derby"],
        ["Thomas Stanley", "place of death", "Lancashire"],
      ],
      supporting: [
        { title: "James Stanley (bishop)" },
        { title: "Thomas Stanley, 1st Earl of Derby" },
      ],
      decomposition: [{ question: "Anything?", answer: "A whole sentence." }],
    };
    expect(queries(row)).toEqual([
      "What is the father of James Stanley?",
      "What is the place of death of [1]?",
    ]);
    expect(goldSteps(row).flatMap(({ passages }) => passages.map(({ title }) => title))).toEqual([
      "James Stanley (bishop)",
      "Thomas Stanley, 1st Earl of Derby",
    ]);
    expect(goldGap(row, "solve")).toBeNull();
  });

  it("end in those that no later one asks on from", () => {
    const row = rowOf("Who is older?", [
      { question: "Who directed A?", answer: "Ann" },
      { question: "Who directed B?", answer: "Bob" },
      { question: "When was #1 born?", answer: "1900" },
      { question: "When was #2 born?", answer: "1901" },
    ]);
    expect(lastSteps(goldSteps(row)).map(({ answer }) => answer)).toEqual(["1900", "1901"]);
  });
});

describe("a question without gold", () => {
  const step = (question: string, answer = "x"): Part => ({ question, answer });

  it.each([
    ["no-steps", []],
    ["empty-step", [step("Who?"), step(" ? ")]],
    ["repeated-step", [step("Who is it?"), step("who is it")]],
    ["loop", [step("Who is #1?")]],
    ["loop", [step("Who is #2?"), step("Where is #1?")]],
    ["forward-step", [step("Who is #2?"), step("Where is it?")]],
    ["forward-step", [step("Who is #3?"), step("Where is it?")]],
    ["forward-step", [step("Who is #0?"), step("Where is it?")]],
    [
      "too-many-steps",
      Array.from({ length: mostGoldSteps + 1 }, (_, at) => step(`What is ${at}?`, `number ${at}`)),
    ],
  ] as const)("has no plan, and says why: %s", (gap, parts) => {
    expect(goldGap(rowOf("Who?", [...parts]), "plan")).toBe(gap);
  });

  it("has no plan where a triple is about what nobody has named", () => {
    const row: QuestionRow = {
      id: "q",
      question: "Which film has the director born later, Laila or Razmeda?",
      answers: ["Razmeda"],
      evidences: [
        ["Laila", "director", "Harnam Singh Rawail"],
        ["H. S. Rawail", "date of birth", "1921"],
      ],
    };
    expect(goldGap(row, "plan")).toBe("unlinked-step");
  });

  it("can be planned but not read or concluded where the steps have no answers (StrategyQA)", () => {
    const row = rowOf("Is it?", [step("How tall is Fuji?", ""), step("Is #1 more than 3 km?", "")]);
    expect([goldGap(row, "plan"), goldGap(row, "solve"), goldGap(row, "summarise")]).toEqual([
      null,
      "no-sub-answers",
      "no-sub-answers",
    ]);
  });

  it("cannot be read where it is not said which passage holds an answer, or its own does not", () => {
    const parts = [step("Where is Vienna?", "Austria")];
    expect(goldGap(rowOf("Where?", parts), "solve")).toBe("no-passages");
    const own = (text: string) =>
      rowOf("Where?", parts, {
        supporting: [{ title: "Vienna" }],
        context: [{ title: "Vienna", sentences: [text] }],
      });
    expect(goldGap(own("It is Austrian."), "solve")).toBe("no-span");
    expect(goldGap(own("It lies in Austria."), "solve")).toBeNull();
  });
});

it("gives no plan that has a loop, a forward step, an empty or a repeated one", () => {
  const reference = fc.integer({ min: 0, max: 6 }).map((n) => `#${n}`);
  const word = fc.constantFrom("river", "town", "", "king", "age");
  const part = fc
    .array(fc.oneof(reference, word), { maxLength: 3 })
    .map((words): Part => ({ question: words.join(" "), answer: "" }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const row = rowOf("Who?", parts);
      if (goldGap(row, "plan") !== null) return;
      const steps = queries(row);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(mostGoldSteps);
      expect(new Set(steps).size).toBe(steps.length);
      for (const [at, query] of steps.entries()) {
        expect(query.trim()).not.toBe("");
        for (const [, number] of query.matchAll(/\[(\d+)\]/gu)) {
          expect(Number(number)).toBeGreaterThan(0);
          expect(Number(number)).toBeLessThanOrEqual(at);
        }
      }
    }),
  );
});
