import { describe, expect, test } from "vitest";
import { skills } from "../../../src/methods/skills.ts";
import { askedChains } from "./lm-asked.ts";
import type { LmSource, Material } from "./lm-material.ts";
import { balanced } from "./lm-order.ts";
import { errorBookRows, knownRows } from "./lm-own-runs.ts";
import type { LmRow } from "./lm-row.ts";
import { buildLmRows, countRows } from "./lm-rows.ts";
import { devSplit, type SourceRow } from "./sources.ts";

const row = (fields: Partial<SourceRow>): SourceRow => ({ id: "a", dataset: "own", ...fields });

const steps = [
  { query: "Which country has Aberwick as its capital?", answer: "Norland" },
  { query: "What is the currency of Norland?", answer: "crown" },
];
const question = "What is the currency of the country whose capital is Aberwick?";

const fakeRows: Partial<Record<LmSource, SourceRow[]>> = {
  "train/rewrite_ambignq": [
    row({
      question: "Who wrote Night Ferry?",
      queries: ["Night Ferry author"],
      answers: ["Iva Stone"],
    }),
  ],
  "train/webquestions_qa": [row({ question: "where is oldport?", answers: ["Norland"] })],
};

/** One row of everything, including the model's own runs. */
const fakeMaterial: Material = {
  rows: (name) => fakeRows[name] ?? [],
  passages: new Map([
    [
      "no/capital",
      { id: "no/capital", title: "Norland", text: "The capital of Norland is Aberwick." },
    ],
  ]),
  chains: [
    {
      id: "x",
      question,
      answers: ["crown"],
      type: "bridge",
      steps: steps.map((step) => ({ ...step, passageId: "no/capital" })),
      rests: [2],
    },
  ],
  spans: [
    { question: "What is the capital of Norland?", answer: "Aberwick", passageId: "no/capital" },
  ],
  read: [
    {
      source: "own",
      question: "What is the capital?",
      title: "Norland",
      text: "The capital of Norland is Aberwick.",
      kind: "span",
      answers: [{ text: "Aberwick", start: 26 }],
    },
  ],
  relevance: [
    {
      source: "own",
      question: "What is the capital of Norland?",
      passages: [
        { title: "Norland", text: "The capital of Norland is Aberwick.", label: 1 },
        { title: "Elm", text: "The elm is a tree.", label: 0 },
      ],
    },
  ],
  errorBook: [
    {
      question,
      wrong: { steps: steps.slice(1), final: "crown of Norland" },
      right: { steps, final: "crown", rests: [2] },
    },
  ],
  runs: [
    { question, solvedSteps: [], right: true, stage: "plan" },
    { question, solvedSteps: steps, right: false, stage: "summarise" },
  ],
  proxy: [
    { question: "Where is Oldport?", answer: "Norland", right: true },
    { question: "Where is Elm Hall?", answer: "Norland", right: false },
  ],
  known: [],
  selected: new Set(),
};

const all = ({ train, dev }: { train: LmRow[]; dev: LmRow[] }) => [...train, ...dev];

describe("all rows together", () => {
  const rows = all(buildLmRows(fakeMaterial, () => false));

  test("every skill has some", () => {
    expect([...countRows(rows).keys()].sort()).toEqual([...skills].sort());
  });

  test("a test question gives none, in any skill", () => {
    const kept = all(buildLmRows(fakeMaterial, (asked) => asked === question));
    expect(rows.some((one) => one.question === question)).toBe(true);
    expect(kept.some((one) => one.question === question)).toBe(false);
  });

  test("sources in another order give the same rows in the same order", () => {
    const turned = { ...fakeMaterial, proxy: fakeMaterial.proxy.toReversed() };
    expect(all(buildLmRows(turned, () => false))).toEqual(rows);
  });

  test("one question in two sources is one row", () => {
    const same = row({ question: "Where is Oldport", answers: ["Norland"] });
    const doubled: Material = {
      ...fakeMaterial,
      rows: (name) => (name === "train/popqa_qa" ? [same] : (fakeRows[name] ?? [])),
    };
    const proxies = all(buildLmRows(doubled, () => false)).filter(
      (one) => one.skill === "proxy" && one.question.toLowerCase().startsWith("where is oldport"),
    );
    expect(proxies).toHaveLength(1);
  });

  test("the split keeps a question on one side", () => {
    const { train, dev } = buildLmRows(fakeMaterial, () => false);
    expect(train.every((one) => !devSplit(one.question))).toBe(true);
    const selected = buildLmRows({ ...fakeMaterial, selected: new Set([question]) }, () => false);
    expect(selected.dev.some((one) => one.question === question)).toBe(true);
    expect(selected.train.some((one) => one.question === question)).toBe(false);
    expect(train.length + dev.length).toBe(rows.length);
  });
});

describe("rows of the model's own runs", () => {
  test("the error book shows the wrong chain and learns the right one", () => {
    const [made] = errorBookRows(fakeMaterial.errorBook);
    expect(made?.messages[1]?.content).toBe(
      `${question}\nWrong chain:\nU1: What is the currency of Norland?\nA1: crown\nFinal: crown of Norland`,
    );
    expect(made?.segments.filter(({ learn }) => learn).map(({ text }) => text)).toEqual([
      "U1: Which country has Aberwick as its capital?",
      "U2: What is the currency of Norland?",
      "Final: crown [2]",
    ]);
  });

  test("an answer that the model knew is learned with its query", () => {
    const [first, second] = steps;
    if (!first || !second) throw new Error("The chain has two steps.");
    const [made] = knownRows([
      {
        question,
        steps: [
          { ...first, known: true },
          { ...second, known: false },
        ],
        final: "crown",
        rests: [2],
      },
    ]);
    expect(made?.segments.map(({ text }) => text).join("")).toBe(
      "Q1: Which country has Aberwick as its capital?\nA1: Norland\nU2: What is the currency of Norland?\nA2: crown\nFinal: crown [2]",
    );
    expect(made?.segments[0]).toEqual({
      text: "Q1: Which country has Aberwick as its capital?\nA1: Norland",
      learn: true,
    });
  });

  test("what the model knows is not taught as a look-up, too", () => {
    const [first, second] = steps;
    if (!first || !second) throw new Error("The chain has two steps.");
    const plans = (known: Material["known"]) =>
      all(buildLmRows({ ...fakeMaterial, known }, () => false))
        .filter((one) => one.skill === "plan" && one.question === question)
        .flatMap(({ segments }) => segments.filter(({ learn }) => learn).slice(0, 1))
        .map(({ text }) => text.slice(0, 2));
    const asked = (isKnown: boolean) => [
      {
        question,
        steps: [
          { ...first, known: isKnown },
          { ...second, known: false },
        ],
        final: "crown",
        rests: [2],
      },
    ];
    // The chain's conclusion is learned in both cases.
    expect(new Set(plans(asked(false)))).toEqual(new Set(["U1", "Fi"]));
    expect(new Set(plans(asked(true)))).toEqual(new Set(["Q1", "Fi"]));
  });

  test("chains to ask are all training chains but those of test questions", () => {
    const chains = askedChains(fakeMaterial, () => false);
    expect(chains.find((one) => one.question === question)).toMatchObject({ steps, rests: [2] });
    const kept = askedChains(fakeMaterial, (asked) => asked === question);
    expect(kept).toHaveLength(chains.filter((one) => one.question !== question).length);
  });

  test("as many yes as no", () => {
    const items = ["a", "b", "c", "d", "e"].map((key) => ({ key, yes: key === "c" }));
    const kept = balanced(items, ({ yes }) => yes);
    expect(kept.map(({ yes }) => yes)).toEqual([true, false]);
  });
});
