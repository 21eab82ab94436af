import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { withoutThinking } from "../../runtime/call.ts";
import { maxChainNodes, parseChain as parseChainIn, splitFinal } from "./chain.ts";
import { maxClaimLines, parseClaims as parseClaimsIn } from "./claims.ts";
import { maxSubQuestions, parseDecomposition } from "./decompose.ts";
import { parseDigest, parseKeywords } from "./line.ts";
import { parseJsonReading as parseJsonReadingIn, parseSpan as parseSpanIn } from "./reading.ts";
import { parseSummary as parseSummaryIn } from "./summary.ts";

const language = english(noWords);
const parseChain = (output: string, query: string) => parseChainIn(output, query, language);
const parseClaims = (output: string) => parseClaimsIn(output, language);
const parseJsonReading = (output: string) => parseJsonReadingIn(output, language);
const parseSpan = (output: string) => parseSpanIn(output, language);
const parseSummary = (output: string, fallback: string) =>
  parseSummaryIn(output, {
    language,
    question: "Which river runs through the capital of Spain?",
    found: [],
    fallback,
    isEcho: () => false,
  });

const asked = [
  "[Query 1]: Which country won the cup?",
  "[Answer 1]: Spain",
  "[Query 2]: What is the capital of Spain?",
  "[Answer 2]: Madrid",
  "[Unsolved Query]: Which river runs through Madrid?",
  "[Final Content]: The river [2] of Madrid [1].",
].join("\n");

describe("parseChain", () => {
  it("takes the rest of a chain that has nothing in it, but no words in its place", () => {
    const rest = (output: string) => parseChainIn(output, null, language);
    const nothing = { nodes: [], finalContent: null };
    expect(rest('{"steps": [], "final": "unknown"}')).toMatchObject({
      ...nothing,
      resolution: "clean",
    });
    expect(rest("That is all.")).toMatchObject({ ...nothing, resolution: "fell-back" });
    expect(parseChain('{"steps": [], "final": "unknown"}', "Who?").resolution).toBe("fell-back");
  });

  it("reads the tags as asked", () => {
    expect(parseChain(asked, "Q")).toEqual({
      nodes: [
        { query: "Which country won the cup?", answer: "Spain" },
        { query: "What is the capital of Spain?", answer: "Madrid" },
        { query: "Which river runs through Madrid?", answer: null },
      ],
      finalContent: "The river [2] of Madrid [1].",
      resolution: "clean",
      detail: "",
    });
  });

  it.each([
    "Q1: A?\nA1: x\nQ2: B?",
    "**Query 1:** A?\n**Answer 1:** x\n**Query 2:** B?",
    "1. Query: A?\n   Answer: x\n2. Query: B?",
    "> [query 1]: A?\n> [answer 1]: x\n> [Unsolved Query]: B?",
  ])("reads the forms models write instead: %j", (text) => {
    const { nodes } = parseChain(text, "Q");
    expect(nodes).toEqual([
      { query: "A?", answer: "x" },
      { query: "B?", answer: null },
    ]);
  });

  it.each([
    ["U1: Who won the cup?", { query: "Who won the cup?", answer: null }],
    ["U12: A?", { query: "A?", answer: null }],
    ["Q2: A?\nA2: x y", { query: "A?", answer: "x y" }],
  ])("reads a trained model's line: %j", (text, node) => {
    expect(parseChain(text, "Q")).toMatchObject({
      nodes: [node],
      finalContent: null,
      resolution: "clean",
    });
  });

  it("takes no U for a tag that has no number", () => {
    expect(parseChain("U: A?\nU.S.: B?", "Q").resolution).toBe("fell-back");
  });

  it("keeps the marks of a final answer, and parts them from it", () => {
    const { finalContent } = parseChain("Final: Jonas Gahr Store [1][2]", "Q");
    expect(finalContent).toBe("Jonas Gahr Store [1][2]");
    expect(splitFinal(finalContent ?? "")).toEqual({ answer: "Jonas Gahr Store", rests: [1, 2] });
    expect(splitFinal("none")).toEqual({ answer: "none", rests: [] });
  });

  it("never lends an answer to an earlier query, as the released code does", () => {
    const chain = parseChain("[Unsolved Query]: A?\n[Query 2]: B?\n[Answer 2]: b", "Q");
    expect(chain.nodes.map((node) => node.answer)).toEqual([null, "b"]);
    expect(parseChain("[Query 1]: A?\n[Answer 2]: b", "Q").nodes[0]?.answer).toBeNull();
  });

  it("reads tags that share a line", () => {
    const line =
      "[Query 1]: Who won? [Answer 1]: Spain [Unsolved Query]: Its capital? [Final Content]: ?";
    expect(parseChain(line, "Q")).toMatchObject({
      nodes: [
        { query: "Who won?", answer: "Spain" },
        { query: "Its capital?", answer: null },
      ],
      finalContent: "?",
    });
  });

  it("takes 'unknown' for an unsolved query", () => {
    expect(parseChain("[Query 1]: A?\n[Answer 1]: Unknown.", "Q").nodes[0]?.answer).toBeNull();
  });

  it("falls back to the question itself", () => {
    expect(parseChain("I think it is Paris.", "Where?")).toMatchObject({
      nodes: [{ query: "Where?", answer: null }],
      resolution: "fell-back",
    });
  });
});

const damaged = fc
  .tuple(
    fc.constantFrom(
      asked,
      asked.toUpperCase(),
      '{"answer": "Madrid", "confidence": 0.9}',
      "Answer: Madrid [1]\nSo it is [2].",
      "U1: Who won the cup?\nA1: Spain\nQ2: Its capital?\nA2: Madrid\nFinal: Madrid [1][2]",
      "Query: cup winner\nClaim: Spain won the cup. | Spain cup\nClaim: It was 2010.",
      "1. Who won the cup?\n2. What is its capital?\n3) Which river?",
    ),
    fc.nat(200),
    fc.nat(200),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.nat(200),
    fc.boolean(),
  )
  .map(([text, from, length, noise, at, doubled]) => {
    const cut = text.slice(from % text.length, (from % text.length) + length + 1);
    const dirty = cut.slice(0, at) + noise + cut.slice(at);
    return doubled ? dirty.repeat(3) : dirty;
  });

describe("ten thousand damaged outputs", () => {
  it("never break a parser, and never leave its bounds", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const chain = parseChain(text, "Q");
        expect(chain.nodes.length).toBeLessThanOrEqual(maxChainNodes);
        expect(chain.nodes.length > 0 || chain.finalContent !== null).toBe(true);
        for (const node of chain.nodes) expect(node.query.trim()).not.toBe("");
        const json = parseJsonReading(text);
        expect(json.span.length).toBeLessThanOrEqual(300);
        expect(parseSpan(text).span.length).toBeLessThanOrEqual(300);
        const summary = parseSummary(text, "fallback");
        expect(summary.text).not.toBe("");
        const { queries, claims } = parseClaims(text);
        expect(queries.length + claims.length).toBeLessThanOrEqual(maxClaimLines);
        const fields = [...queries, ...claims].map(({ query }) => query);
        fields.push(...claims.map((claim) => claim.text));
        expect(fields.every((field) => field.trim() !== "" && field.length <= 300)).toBe(true);
        const { questions, resolution } = parseDecomposition(text);
        expect(questions.length).toBeLessThanOrEqual(maxSubQuestions);
        expect(questions.length === 0).toBe(resolution === "fell-back");
        expect(questions.every((one) => one.trim() !== "" && one.length <= 400)).toBe(true);
        expect(parseKeywords(text).length).toBeLessThanOrEqual(200);
        expect(parseDigest(text).length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 10_000 },
    );
  });

  it("take a hostile megabyte without stalling", () => {
    const hostile = [
      " ".repeat(1e6),
      "[".repeat(1e6),
      "{".repeat(1e6),
      "* ".repeat(5e5),
      "Q1:\n".repeat(2e5),
      "1. ".repeat(3e5),
      "Claim: |".repeat(1e5),
    ];
    for (const text of hostile) {
      const started = performance.now();
      parseChain(text, "Q");
      parseJsonReading(text);
      parseSummary(text, "f");
      parseSpan(text);
      parseClaims(text);
      parseDecomposition(text);
      splitFinal(text);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});

describe("the other parsers", () => {
  it("reads the claims of an answer and what to search for the question", () => {
    const output =
      "Query: cup winner\nClaim: Spain won the cup. | Spain cup 2010\nClaim: It was in 2010. | cup year";
    expect(parseClaims(output)).toEqual({
      queries: [{ query: "cup winner", search: true }],
      claims: [
        { text: "Spain won the cup.", query: "Spain cup 2010", search: true },
        { text: "It was in 2010.", query: "cup year", search: true },
      ],
      resolution: "clean",
      detail: "",
    });
  });

  it("checks a claim by its own words when it has no others, and has nothing where there is nothing", () => {
    expect(parseClaims("- Claim 1: It is so.\nSure!")).toEqual({
      queries: [],
      claims: [{ text: "It is so.", query: "It is so.", search: true }],
      resolution: "repaired",
      detail: "a claim without its query; untagged lines",
    });
    expect(parseClaims("Spain won.")).toMatchObject({
      queries: [],
      claims: [],
      resolution: "fell-back",
    });
  });

  it("reads what needs no search from the last field", () => {
    expect(
      parseClaims("Query: greeting | no\nClaim: It rains. | rain | No\nClaim: Is it? | YES"),
    ).toEqual({
      queries: [{ query: "greeting", search: false }],
      claims: [
        { text: "It rains.", query: "rain", search: false },
        { text: "Is it?", query: "Is it?", search: true },
      ],
      resolution: "repaired",
      detail: "a claim without its query",
    });
  });

  it("joins keywords of several queries into one search", () => {
    expect(parseKeywords("cup winner 2010; capital of Spain;")).toBe(
      "cup winner 2010 capital of Spain",
    );
  });

  it("mends JSON and says so", () => {
    expect(parseJsonReading('{"answer": "Madrid", "confidence": 0.9}')).toEqual({
      span: "Madrid",
      resolution: "clean",
      detail: "",
    });
    expect(parseJsonReading('Sure! {answer: "Madrid", confidence: 2')).toMatchObject({
      span: "Madrid",
      resolution: "repaired",
    });
    expect(parseJsonReading("Madrid")).toMatchObject({ span: "Madrid", resolution: "fell-back" });
    expect(parseJsonReading('{"answer": "none", "confidence": 0.1}').span).toBe("");
  });

  it("never takes JSON itself for an answer", () => {
    expect(parseJsonReading('{"confidence": 0.2}')).toMatchObject({
      span: "",
      resolution: "fell-back",
    });
  });

  it("drops the thinking aloud of reasoning models, finished or not", () => {
    expect(withoutThinking("<think>\nyes? {no}\n</think>\n\nno")).toBe("no");
    expect(withoutThinking("<think>\nyes, bec")).toBe("");
    expect(withoutThinking("a <think> b")).toBe("a <think> b");
  });

  it("keeps the bare answer and the cited text of a summary apart", () => {
    expect(parseSummary("Answer: Madrid [1]\nIt lies on the river [2].", "")).toEqual({
      short: "Madrid",
      text: "It lies on the river [2].",
      resolution: "clean",
      detail: "",
    });
    expect(parseSummary("", "Madrid").resolution).toBe("fell-back");
  });

  it("takes what the path says where the chain is asked on in place of an answer", () => {
    for (const said of ["[Query]: Which river?", "Answer: [Unsolved Query 2]: Which river?"]) {
      expect(parseSummary(said, "Madrid")).toMatchObject({
        short: "Madrid",
        resolution: "fell-back",
      });
    }
    expect(parseSummary("Madrid is on [Query]", "x").short).toBe("Madrid is on [Query]");
  });

  it("keeps marks that stand only on the answer, and parts those that share brackets", () => {
    expect(parseSummary("Answer: Madrid [1, 2]\nIt lies there.", "")).toMatchObject({
      short: "Madrid",
      text: "Madrid [1][2]. It lies there.",
    });
  });
});
