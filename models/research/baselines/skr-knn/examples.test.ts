import { describe, expect, it } from "vitest";
import { labelled } from "../../../../src/methods/baselines/skr-knn/examples.ts";
import { readQuestions } from "../../../../src/retrieval/libraries/factbook/questions.ts";
import { plainQuestion } from "../../data/sources.ts";

describe("SKR's labelled questions", () => {
  it("are told apart and hold none of the project's own questions", async () => {
    const own = (await readQuestions()).map(({ question }) => plainQuestion(question));
    const asked = labelled.questions.map(({ question }) => plainQuestion(question));
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((question) => own.includes(question))).toEqual([]);
  });

  it("have both labels, and say of whom and when", () => {
    const known = labelled.questions.filter((one) => one.known).length;
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(labelled.questions.length);
    expect(labelled.asked).toBeGreaterThanOrEqual(labelled.questions.length);
    expect(labelled.askedOn).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(labelled.model).not.toBe("");
  });
});
