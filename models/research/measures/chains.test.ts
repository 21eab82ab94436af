import { describe, expect, it } from "vitest";
import { fakeRun } from "../../../src/testing/fake-run.ts";
import { chainFacts } from "./chains.ts";

const row = { id: "q", question: "Q?", answers: ["ouguiya"] };

describe("the chains of an evaluation", () => {
  it("count the small model's outputs, and those that did not parse as written", () => {
    // The fake run's plan is the large model's; one of its two continuations was repaired.
    expect(chainFacts(row, fakeRun())).toMatchObject({ outputs: 2, clean: 1 });
  });

  it("have the planner's own answers by what the reader made of them", () => {
    const own = chainFacts(row, fakeRun()).own;
    expect(own.toSorted()).toEqual(["accepted", "corrected", "verified"]);
  });

  it("find each hop of the gold decomposition among the answers of the chain", () => {
    const decomposition = [
      { question: "a", answer: "the ouguiya" },
      { question: "b", answer: "CFA franc" },
    ];
    const facts = chainFacts({ ...row, decomposition }, fakeRun());
    // Only the abandoned chain contains the CFA franc.
    expect(facts.hops).toEqual([true, false]);
    expect(facts).toMatchObject({ steps: 5, unsolved: 1 });
    expect(chainFacts(row, fakeRun()).hops).toBeNull();
  });

  it("take the hop's answer from 2WikiMultihopQA's triple, not from its sentence", () => {
    const facts = chainFacts(
      {
        ...row,
        decomposition: [{ question: "a", answer: "The currency of Mauritania is the ouguiya." }],
        evidences: [["Mauritania", "currency", "ouguiya"]],
      },
      fakeRun(),
    );
    expect(facts.hops).toEqual([true]);
  });

  it("say what the answer check did", () => {
    const checked = (model: string, encoder: string) => {
      const events = fakeRun();
      const at = events.findIndex(({ type }) => type === "answer");
      const evidence = {
        type: "evidence" as const,
        seq: at,
        atMs: 0,
        call: "call-1",
        passages: [],
        candidates: [
          { by: "model" as const, answer: model, confidence: null },
          { by: "encoder" as const, answer: encoder, confidence: 0.9 },
        ],
        noAnswer: 0.1,
        threshold: 0.3,
        passageId: null,
        chosen: "encoder" as const,
        tokens: 9,
        totalMs: 1,
      };
      return chainFacts(row, events.toSpliced(at, 0, evidence)).check;
    };
    expect(checked("franc", "the ouguiya")).toBe("helped");
    expect(checked("ouguiya", "franc")).toBe("harmed");
    expect(checked("a", "b")).toBe("neither");
    expect(chainFacts(row, fakeRun()).check).toBeNull();
  });
});
