import { beforeAll, describe, expect, it } from "vitest";
import { readQuestions } from "../../../src/retrieval/libraries/factbook/questions.ts";
import type { Chain } from "./factbook-chain.ts";
import { factbookChains } from "./factbook-chains.ts";
import { type FactbookData, readFactbook } from "./factbook-facts.ts";
import { quantity } from "./factbook-relation.ts";
import { relations } from "./factbook-relations.ts";
import { type SpanQuestion, spanQuestions } from "./factbook-spans.ts";
import { type VerdictQuestion, verdictQuestions } from "./factbook-verdicts.ts";
import { plainQuestion } from "./sources.ts";

let data: FactbookData;
let chains: Chain[];
let spans: SpanQuestion[];
let verdicts: VerdictQuestion[];

beforeAll(async () => {
  data = await readFactbook();
  chains = await factbookChains(data);
  spans = spanQuestions(data);
  verdicts = verdictQuestions(data);
}, 120_000);

const textOf = (id: string) => data.passageById.get(id)?.text ?? "";

function answerFor(code: string, relation: string): string | undefined {
  return data.facts.find((fact) => fact.place.code === code && fact.relation.name === relation)
    ?.answer;
}

describe("the Factbook's facts", () => {
  it("stand in their passages where they say", () => {
    for (const { answer, passageId, start } of data.facts) {
      expect(textOf(passageId).slice(start, start + answer.length), passageId).toBe(answer);
    }
  });

  it("are found for every relation, for many places", () => {
    for (const { name } of relations) {
      const found = data.facts.filter((fact) => fact.relation.name === name).length;
      expect(found, name).toBeGreaterThanOrEqual(18);
    }
  });

  it.each([
    ["en", "capital", "Tallinn"],
    ["bl", "capital", undefined],
    ["ja", "capital", "Tokyo"],
    ["gm", "head-of-government", "Friedrich Merz"],
    ["no", "chief-of-state", "King Harald V"],
    ["ar", "highest-point", "Cerro Aconcagua"],
    ["po", "only-neighbour", "Spain"],
    ["mo", "largest-city", "Casablanca"],
    ["bm", "largest-city", "Rangoon"],
    ["en", "shore-sea", "Baltic Sea"],
    ["bc", "currency", "pulas"],
    ["sf", "official-language", undefined],
    ["uy", "symbol", "Sun of May"],
  ])("%s: the %s is %s", (code, relation, value) => {
    expect(answerFor(code, relation)).toBe(value);
  });
});

describe("the single-hop questions", () => {
  it("are thousands, with the answer at its place", () => {
    expect(spans.length).toBeGreaterThan(8000);
    for (const { answer, passageId, start, question } of spans) {
      expect(textOf(passageId).slice(start, start + answer.length), question).toBe(answer);
    }
  });

  it("leave nothing of their templates open", () => {
    const asked = [...spans, ...chains, ...verdicts].map(({ question }) => question);
    const steps = chains.flatMap((chain) => chain.steps.map(({ query }) => query));
    for (const question of [...asked, ...steps]) {
      expect(question).not.toMatch(/[{}]|the the |undefined| {2}/);
      expect(question).toMatch(/^\P{Ll}.*\?$/u);
    }
  });

  it("ask for a place only by what no other place has", () => {
    const byQuestion = new Map<string, Set<string>>();
    for (const { question, passageId } of spans.filter(({ relation }) => relation === "place-by")) {
      const places = byQuestion.get(question) ?? new Set();
      byQuestion.set(question, places.add(passageId.slice(0, 2)));
    }
    for (const [question, places] of byQuestion) expect(places.size, question).toBe(1);
  });
});

describe("the multi-hop questions", () => {
  it("are thousands, of every type, none twice", () => {
    expect(chains.length).toBeGreaterThan(6000);
    for (const type of ["bridge", "composed", "comparison", "yes-no"]) {
      expect(chains.filter((chain) => chain.type === type).length, type).toBeGreaterThan(900);
    }
    const asked = new Set(chains.map(({ question }) => plainQuestion(question)));
    expect(asked.size).toBe(chains.length);
  });

  it("have answers for every step that stand in its passage", () => {
    for (const { steps, question } of chains) {
      expect(steps.length, question).toBeGreaterThanOrEqual(2);
      for (const step of steps) expect(textOf(step.passageId), step.query).toContain(step.answer);
    }
  });

  it("end in the answer of the step they rest on", () => {
    for (const { type, steps, rests, answers, question } of chains) {
      const last = steps[(rests[0] ?? 0) - 1]?.answer;
      if (type === "bridge") expect(answers, question).toContain(last);
      for (const rest of rests) expect(steps[rest - 1], question).toBeDefined();
    }
  });

  it("name the one of two that has more or less", () => {
    const larger = chains.filter(
      ({ type, question }) => type === "comparison" && /^Which is larger, /.test(question),
    );
    expect(larger.length).toBeGreaterThan(5);
    for (const { steps, rests, answers } of larger) {
      const [a, b] = rests.map((rest) => steps[rest - 1]);
      const winner = quantity(a?.answer ?? "") > quantity(b?.answer ?? "") ? a : b;
      expect(textOf(winner?.passageId ?? "")).toContain(answers[0]);
    }
  });

  it("are answered by yes and by no about as often", () => {
    const yesNo = chains.filter(({ type }) => type === "yes-no");
    const yes = yesNo.filter(({ answers }) => answers[0] === "yes").length;
    expect(yes / yesNo.length).toBeGreaterThan(0.4);
    expect(yes / yesNo.length).toBeLessThan(0.6);
  });

  it("are none of the project's own", async () => {
    const own = await readQuestions();
    const passages = (ids: readonly string[]) => [...new Set(ids)].sort().join(" ");
    const keys = new Set(
      own.flatMap(({ supporting, answers }) =>
        answers.map((answer) => `${passages(supporting.map(({ id }) => id))} ${answer}`),
      ),
    );
    const asked = new Set(own.map(({ question }) => plainQuestion(question)));
    for (const { question, steps, answers } of chains) {
      expect(asked.has(plainQuestion(question)), question).toBe(false);
      const key = passages(steps.map(({ passageId }) => passageId));
      for (const answer of answers) expect(keys.has(`${key} ${answer}`), question).toBe(false);
    }
  });
});

describe("amounts", () => {
  it.each([
    ["1.568 million bbl/day", 1_568_000],
    ["-155 m", -155],
    ["$92,000", 92_000],
    ["0 km (landlocked", 0],
    ["7 August 1960", Date.UTC(1960, 7, 7) / 86_400_000],
    ["none", Number.NaN],
  ])("%s", (text, value) => {
    expect(quantity(text)).toBe(value);
  });
});
