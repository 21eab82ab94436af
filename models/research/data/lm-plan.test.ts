import { describe, expect, test } from "vitest";
import { copied, factbookChain } from "./lm-plan.ts";
import { bridgeChain, nestedChain, nestedQuestion } from "./lm-plan-nested.ts";
import {
  patternChain,
  rewriteChain,
  subQuestionChains,
  trajectoryChain,
} from "./lm-plan-searches.ts";
import { musiqueChain, singleChain, wikiChain } from "./lm-plan-sources.ts";
import type { SourceRow } from "./sources.ts";

const row = (fields: Partial<SourceRow>): SourceRow => ({ id: "a", dataset: "own", ...fields });

describe("MuSiQue", () => {
  const parts = [
    { question: "Glass Harbour >> performer", answer: "Iva Stone", para_idx: 0 },
    { question: "where was #1 born", answer: "Oldport", para_idx: 1 },
  ];

  test("fills references and rewords relations", () => {
    const chain = musiqueChain(
      row({ question: "Where was its singer born?", decomposition: parts }),
    );
    expect(chain?.solved[0]?.query).toMatch(
      /^Who (?:is the performer of|performed) Glass Harbour\?$/,
    );
    expect(chain?.solved[1]).toEqual({ query: "Where was Iva Stone born?", answer: "Oldport" });
    expect(chain?.end).toEqual({ answer: "Oldport", rests: [2] });
  });

  test.each([
    ["a relation without good English", "Glass Harbour >> chromosome"],
    ["a reference to nothing", "where was #3 born"],
    ["words that ask nothing", "#1 old movie"],
  ])("drops a chain with %s", (_what, question) => {
    const decomposition = [
      { question: "Who sang it?", answer: "Iva Stone" },
      { question, answer: "x" },
    ];
    expect(musiqueChain(row({ question: "Where?", decomposition }))).toBeNull();
  });
});

describe("2Wiki", () => {
  const evidences = [
    ["North Film", "country", "United States"],
    ["South Film", "country", "U.S."],
  ];
  const both = { question: "Are both films from one country?", type: "comparison", evidences };

  test("asks from the evidences where there are no sub-questions", () => {
    const chain = wikiChain(row({ ...both, answers: ["yes"] }));
    expect(chain?.solved.map(({ answer }) => answer)).toEqual(["United States", "U.S."]);
    expect(chain?.solved[0]?.query).toContain("North Film");
    expect(chain?.end).toEqual({ answer: "yes", rests: [1, 2] });
  });

  test("drops a final answer that does not follow from the steps", () => {
    expect(wikiChain(row({ ...both, answers: ["no"] }))).toBeNull();
  });

  test("keeps the source's sub-questions and takes the answers from the evidences", () => {
    const chain = wikiChain(
      row({
        question: "Where was the director of film North Film born?",
        answers: ["Oldport"],
        type: "compositional",
        evidences: [
          ["North Film", "director", "Iva Stone"],
          ["Iva Stone", "place of birth", "Oldport"],
        ],
        decomposition: [
          { question: "Who directed North Film?", answer: "North Film was directed by Iva Stone." },
          { question: "Where was Iva Stone born?", answer: "Iva Stone was born in Oldport." },
        ],
      }),
    );
    expect(chain?.solved).toEqual([
      { query: "Who directed North Film?", answer: "Iva Stone" },
      { query: "Where was Iva Stone born?", answer: "Oldport" },
    ]);
  });
});

test("a single look-up is one step, then the end", () => {
  const chain = singleChain(row({ question: "where is oldport", answers: ["Norland"] }));
  expect(chain?.solved).toEqual([{ query: "Where is oldport?", answer: "Norland" }]);
  expect(chain?.end).toEqual({ answer: "Norland", rests: [1] });
});

describe("a described thing in a question", () => {
  test.each([
    [
      "In what year was the actor who played Bran Holt in Night Ferry born?",
      "Which actor played Bran Holt in Night Ferry?",
      "In what year was Jon Reed born?",
    ],
    [
      "What is the population of the city where Elm Hall is located?",
      "What is the city where Elm Hall is located?",
      "What is the population of Jon Reed?",
    ],
    [
      "What is the nationality of the man who founded Elm Trust?",
      "Who founded Elm Trust?",
      "What is the nationality of Jon Reed?",
    ],
  ])("%s", (question, first, second) => {
    const found = nestedQuestion(question);
    expect(found?.first).toBe(first);
    expect(found?.withName("Jon Reed")).toBe(second);
  });

  test.each([
    "Who is the director of Night Ferry?",
    "What did the author of Night Ferry play for charity?",
    "What is the capital of Norland?",
  ])("is not found in %j", (question) => {
    expect(nestedQuestion(question)).toBeNull();
  });

  test("has two steps where the paragraphs tell its name", () => {
    const chain = bridgeChain(
      row({
        question: "When was the host of Dawn Talk born?",
        answers: ["1961"],
        supporting: [{ title: "Dawn Talk" }, { title: "Jon Reed (host)" }],
        context: [
          { title: "Dawn Talk", sentences: ["Dawn Talk is hosted by Jon Reed."] },
          { title: "Jon Reed (host)", sentences: ["Jon Reed was born in 1961."] },
        ],
      }),
    );
    expect(chain?.solved).toEqual([
      { query: "Who is the host of Dawn Talk?", answer: "Jon Reed" },
      { query: "When was Jon Reed born?", answer: "1961" },
    ]);
  });

  test("has one step where nobody tells its name", () => {
    expect(nestedChain(row({ question: "When was the host of Dawn Talk born?" }))?.end).toEqual({
      query: "Who is the host of Dawn Talk?",
    });
  });
});

describe("searches of others", () => {
  test("a comparison gives its first query as a question", () => {
    const chain = rewriteChain(
      row({
        question: "Are Iva Stone and Jon Reed both writers?",
        queries: ["Iva Stone profession", "Jon Reed profession"],
      }),
    );
    expect(chain).toEqual({
      question: "Are Iva Stone and Jon Reed both writers?",
      solved: [],
      end: { query: "What is the profession of Iva Stone?" },
    });
  });

  test("queries of different forms, or that name what nobody asked for, give none", () => {
    const question = "Are Iva Stone and Jon Reed both writers?";
    const unlike = ["Iva Stone profession", "Jon Reed nationality"];
    const strange = ["Ada Quill profession", "Jon Reed profession"];
    expect(rewriteChain(row({ question, queries: unlike }))).toBeNull();
    expect(rewriteChain(row({ question, queries: strange }))).toBeNull();
  });

  test("sub-questions of one question become one chain", () => {
    const question = "Where does the maker of the Elm Phone have its offices?";
    const rows = [
      row({ question, task: "sub_q1", rewrite: "Who makes the Elm Phone?" }),
      row({
        question,
        task: "sub_q2",
        rewrite: "Where are Reed Ltd's offices?",
        hop1_answer: "Reed Ltd",
      }),
    ];
    expect(subQuestionChains(rows, () => "Oldport")).toEqual([
      {
        question,
        solved: [
          { query: "Who makes the Elm Phone?", answer: "Reed Ltd" },
          { query: "Where are Reed Ltd's offices?", answer: "Oldport" },
        ],
        end: { answer: "Oldport", rests: [2] },
      },
    ]);
  });

  test("a trajectory's step answers are what the next search names; else it is dropped", () => {
    const search = (input: string, observation: string) => ({
      action: "search",
      input,
      observation,
    });
    const first = search("author of Night Ferry", "A novel by Iva Stone.");
    const second = search("Iva Stone nationality", "Iva Stone is a Norlander.");
    const asked = {
      question: "What is the nationality of Night Ferry's author?",
      answers: ["Norlander"],
      correct: true,
    };
    expect(trajectoryChain(row({ ...asked, trajectory: [first, second] }))?.solved).toEqual([
      { query: "Who is the author of Night Ferry?", answer: "Iva Stone" },
      { query: "What is the nationality of Iva Stone?", answer: "Norlander" },
    ]);
    expect(trajectoryChain(row({ ...asked, trajectory: [second, first] }))).toBeNull();
    expect(
      trajectoryChain(row({ ...asked, correct: false, trajectory: [first, second] })),
    ).toBeNull();
  });

  test.each([
    [
      "When did the director of film Night Ferry (1931 Film) die?",
      "Who is the director of the film Night Ferry (1931 Film)?",
    ],
    ["Who was born first, Iva Stone or Jon Reed?", "When was Iva Stone born?"],
    ["Where was Iva Stone's mother born?", "Who is the mother of Iva Stone?"],
  ])("%s", (question, query) => {
    expect(patternChain(row({ question }))?.end).toEqual({ query });
  });
});

describe("Factbook chains and their noise", () => {
  const text = "The capital of Norland is Aberwick (since 1905). Its port is Oldport.";
  const passages = new Map([["no/capital", { id: "no/capital", title: "Norland", text }]]);
  const chain = {
    id: "x",
    question: "What is the capital of the country whose port is Oldport?",
    answers: ["Aberwick"],
    type: "bridge",
    steps: [
      { query: "What is the capital of Norland?", answer: "Aberwick", passageId: "no/capital" },
    ],
    rests: [1],
  };

  test("carry the passages of their answers", () => {
    expect(factbookChain(chain, passages)?.texts).toEqual([text]);
  });

  test("a copied answer holds the right one and stays inside its clause", () => {
    for (const turn of [0.05, 0.2, 0.4, 0.6]) {
      const noisy = copied("Aberwick", text, turn);
      expect(text).toContain(noisy);
      expect(noisy).toMatch(/^(?:of Norland is|Norland is|is) Aberwick$/);
    }
    expect(copied("Elsewhere", text, 0.3)).toBe("Elsewhere");
  });
});
