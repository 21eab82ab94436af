import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import { coverExactMatchTokens } from "../metrics/score.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { fakeModel } from "../testing/fakes.ts";
import { ask, replying } from "../testing/methods/fake-runs.ts";
import { checkerRecords, goldRecords } from "./collect.ts";
import { exportErrorBook, exportForms, exportRows } from "./error-book-export.ts";
import { type ErrorRecord, errorRecord, isPaired } from "./record.ts";

const none = { includePassages: false, includePrivatePassages: false };
const all = { includePassages: true, includePrivatePassages: true };
const [paired] = checkerRecords(fakeRun());
if (paired === undefined) throw new Error("the fake run has a correction");
const positive: ErrorRecord = { ...paired, wrong: null };
const negative: ErrorRecord = { ...paired, right: null };
const ofOwn: ErrorRecord = {
  ...paired,
  library: { id: "corpus:letters.jsonl", title: "letters", visibility: "private" },
};

describe("the exports", () => {
  it("pair an erroneous path with a correct one of the same question (SFT)", () => {
    const rows = exportRows([paired, positive, negative], "sft", none);
    expect(rows).toEqual([
      {
        instruction: "Correct the chain of search queries.",
        input: `${paired.question}\nWrong chain:\nU1: Which country has Nouakchott as its capital?\nA1: Mali\nU2: What is the currency of Mali?\nA2: CFA franc\nU3: When did Mali become independent?\nA3: 1960\nFinal: none`,
        output:
          "U1: Which country has Nouakchott as its capital?\nA1: Mauritania\nU2: What is the currency of Mauritania?\nA2: ouguiya\nU3: When did Mauritania become independent?\nA3: 28 November 1960\nU4: From which country did Mauritania become independent?\nA4: France\nFinal: The ouguiya; independent since 28 November 1960 [1] [2] [3]",
        question: paired.question,
        gold: null,
        cause: "checker",
        ids: { run: "fake-run", branch: "b1" },
      },
    ]);
  });

  it("are conversations: to correct where something went wrong, else to plan (chat)", () => {
    const rows = exportRows([paired, positive, negative], "chat", none);
    expect(rows).toMatchObject([
      { skill: "correct", messages: [{ role: "system" }, { role: "user" }, { role: "assistant" }] },
      { skill: "plan", messages: [{}, { content: paired.question }, { role: "assistant" }] },
    ]);
  });

  it("prefer the right plan to the wrong one (DPO)", () => {
    const rows = exportRows([paired, positive], "dpo", none);
    expect(rows).toMatchObject([
      {
        prompt: [{ role: "system" }, { role: "user", content: paired.question }],
        chosen: [{ content: expect.stringContaining("A1: Mauritania") }],
        rejected: [{ content: expect.stringContaining("A1: Mali") }],
      },
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe("passages", () => {
  const secret = paired.passages[0]?.text ?? "";

  it.each(exportForms)("are left out of %s unless asked for", (form) => {
    expect(exportErrorBook([paired], form, none)).not.toContain(secret);
    const asked = exportErrorBook([paired], form, { ...all, includePrivatePassages: false });
    expect(asked).toContain(secret);
  });

  it.each(exportForms)("of a person's own library want a yes of their own in %s", (form) => {
    const half = { ...all, includePrivatePassages: false };
    expect(exportErrorBook([ofOwn], form, half)).not.toContain(secret);
    const other = { includePassages: false, includePrivatePassages: true };
    expect(exportErrorBook([ofOwn], form, other)).not.toContain(secret);
    expect(exportErrorBook([ofOwn], form, all)).toContain(secret);
  });

  it("are counted where they are private", () => {});
});

it("keeps a query that was asked otherwise, when that brought an answer", async () => {
  const again = (continued: string[]) =>
    ask(
      fakeModel(
        "small",
        replying({
          plan: "U1: Austria main town?",
          read: ["none", "Vienna"],
          continue: continued,
          summarise: "Vienna",
        }),
        { skills: true },
      ),
    );
  const found = checkerRecords(
    await again(["U1: What is the capital of Austria?", "Final: Vienna [1]"]),
  );
  expect(found).toMatchObject([
    {
      wrong: { steps: [{ query: "Austria main town?", answer: null }], final: "" },
      right: {
        steps: [{ query: "What is the capital of Austria?", answer: "Vienna" }],
        rests: [1],
      },
    },
  ]);
  expect(checkerRecords(await again(["U1: Austria main town?", ""]))).toEqual([]);
});

const word = fc.constantFrom(
  "Vienna",
  "Danube",
  "U1: Who?",
  "Final: Danube [1]",
  "none",
  "\n",
  "A1: x",
);
const output = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));

it("holds for whatever a model says: labels follow the gold answer, and every record is valid", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(output, { minLength: 4, maxLength: 12 }), async (outputs) => {
      let said = 0;
      const next = () => outputs[said++ % outputs.length] ?? "";
      const large = fakeModel("large", next);
      const small = fakeModel("small", next);
      const events = await ask(small, { plan: "large", solve: "small" }, large);
      const golds = ["Danube"];
      for (const record of goldRecords(events, golds, english(noWords))) {
        expect(errorRecord.parse(record)).toEqual(record);
        if (record.wrong !== null) expect(coverExactMatchTokens(record.wrong.final, golds)).toBe(0);
        if (record.right !== null) {
          expect(coverExactMatchTokens(record.right.final, golds)).toBe(1);
          expect(record.right.steps.every(({ answer }) => answer !== null)).toBe(true);
        }
        const lines = exportErrorBook([record], "sft", none).split("\n").filter(Boolean);
        expect(lines).toHaveLength(isPaired(record) ? 1 : 0);
      }
      for (const record of checkerRecords(events))
        expect(errorRecord.parse(record)).toEqual(record);
    }),
    { numRuns: 80 },
  );
});
