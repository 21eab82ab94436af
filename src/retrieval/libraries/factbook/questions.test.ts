import { beforeAll, describe, expect, it } from "vitest";
import type { Passage } from "../../../log/types.ts";
import { readFacts } from "./facts.ts";
import { passagesOf } from "./passages.ts";
import { type FactbookQuestion, follows, normalise, readQuestions } from "./questions.ts";

let questions: FactbookQuestion[];
let passages: Map<string, Passage>;

beforeAll(async () => {
  questions = await readQuestions();
  const all = passagesOf(await readFacts());
  passages = new Map(all.map((passage) => [passage.id, passage]));
});

describe("the questions on the Factbook", () => {
  it("are a hundred or more, of all types and lengths", () => {
    expect(questions.length).toBeGreaterThanOrEqual(100);
    for (const type of ["bridge", "composed", "comparison", "yes-no"]) {
      const count = questions.filter((asked) => asked.type === type).length;
      expect(count, type).toBeGreaterThanOrEqual(15);
    }
    for (const hops of [2, 3, 4]) {
      expect(questions.filter((asked) => asked.hops === hops).length).toBeGreaterThanOrEqual(10);
    }
  });

  it("differ from each other", () => {
    expect(new Set(questions.map((asked) => asked.id)).size).toBe(questions.length);
    expect(new Set(questions.map((asked) => asked.question)).size).toBe(questions.length);
  });

  it("have one supporting passage a step, which holds the step's answer", () => {
    for (const asked of questions) {
      expect(asked.supporting, asked.id).toHaveLength(asked.hops);
      expect(asked.decomposition, asked.id).toHaveLength(asked.hops);
      asked.supporting.forEach(({ id, title }, index) => {
        const passage = passages.get(id);
        expect(passage?.title, `${asked.id}: ${id}`).toBe(title);
        const answer = asked.decomposition[index]?.answer ?? "?";
        expect(normalise(passage?.text ?? ""), asked.id).toContain(normalise(answer));
      });
    }
  });

  it("need more than one passage", () => {
    for (const asked of questions) {
      expect(new Set(asked.supporting.map(({ id }) => id)).size, asked.id).toBeGreaterThan(1);
    }
  });

  it("have gold answers that follow from their steps, first the plain one, then aliases", () => {
    for (const asked of questions) {
      expect(
        asked.answers.some((answer) => follows(asked, answer)),
        asked.id,
      ).toBe(true);
    }
  });

  it("have no answer that follows as well for the wrong reason", () => {
    for (const asked of questions.filter(({ type }) => type === "yes-no")) {
      const other = asked.answers[0] === "yes" ? "no" : "yes";
      expect(follows(asked, other), asked.id).toBe(false);
    }
  });

  it("have one answer only, where a common neighbour is asked for", () => {
    const names = (list: string) =>
      [...list.matchAll(/([\p{L}' ]+?)(?: \([^)]*\))? [\d.,]+ km/gu)].map((m) => m[1]?.trim());
    for (const asked of questions) {
      if (asked.check.rule !== "common") continue;
      const [first = [], ...rest] = asked.check.steps.map((step) =>
        names(asked.decomposition[step - 1]?.answer ?? ""),
      );
      const common = first.filter((name) => rest.every((list) => list.includes(name)));
      expect(common, asked.question).toEqual([asked.answers[0]]);
    }
  });

  it("do not give their answer away", () => {
    for (const asked of questions.filter(({ type }) => type === "bridge" || type === "composed")) {
      for (const answer of asked.answers) {
        const words = ` ${normalise(asked.question)} `;
        expect(words, asked.id).not.toContain(` ${normalise(answer)} `);
      }
    }
  });
});
