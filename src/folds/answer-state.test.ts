import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../log/events.ts";
import { openRunFile } from "../log/file.ts";
import { FakeLog, fakePassage } from "../testing/fake-log.ts";
import { answerStateOf, foldAnswerState, isFound } from "./answer-state.ts";
import { foldTrace } from "./trace.ts";

const question = "Which sea borders the country whose capital is Tallinn?";
const capital = fakePassage("en/capital", "Estonia: capital", "The capital is Tallinn.", 1, 1);
const sea = fakePassage(
  "en/location",
  "Estonia: location",
  "It borders the Baltic Sea and the Gulf of Finland.",
  1,
  1,
);

interface Hop {
  query: string;
  answer: string | null;
  verdict: Verdict;
  passage?: typeof sea;
  relevance?: number;
  noAnswer?: number;
}

const first: Hop = {
  query: "Which country has Tallinn as its capital?",
  answer: "Estonia",
  verdict: "completed",
  passage: capital,
};
const second: Hop = {
  query: "Which sea borders Estonia?",
  answer: "Baltic Sea",
  verdict: "completed",
  passage: sea,
};

/** A chain of hops as the encoder reads them. */
function run(hops: readonly Hop[], short: string, asked = question): FakeLog {
  const log = new FakeLog();
  log.start(asked);
  for (const [index, hop] of hops.entries()) {
    const { query, answer, verdict, passage, relevance = 0.9, noAnswer = 0.05 } = hop;
    const node = `node-${index + 1}`;
    log.add({
      type: "branch-start",
      branch: `branch-${index + 1}`,
      parent: index === 0 ? null : `node-${index}`,
      cause: index === 0 ? "plan" : "complete",
      call: null,
      nodes: [{ id: node, query, answer: null }],
      finalContent: null,
    });
    log.add({ type: "node-start", node });
    if (passage !== undefined) {
      const { id } = passage;
      log.add({
        type: "retrieval",
        node,
        search: query,
        mode: "hybrid",
        passages: [passage],
        bytesSent: 0,
        totalMs: 1,
      });
      log.add({
        type: "reading",
        stage: "solve",
        node,
        by: "encoder",
        use: "read",
        question: query,
        readings: [
          {
            passageId: id,
            kind: answer === null ? "none" : "span",
            span: answer ?? "",
            confidence: 0.9,
            noAnswer,
            relevance,
          },
        ],
        kept: [id],
        tokens: 20,
        totalMs: 1,
      });
    }
    log.add({
      type: "verdict",
      node,
      verdict,
      span: answer ?? "",
      confidence: 0.9,
      threshold: 0.5,
      passageId: answer === null ? null : (passage?.id ?? null),
      duplicateOf: null,
    });
  }
  log.add({ type: "answer", call: null, text: short, short, citations: [], path: [] });
  return log;
}

describe("the state of an answer", () => {
  it("is none before there is an answer", () => {
    expect(foldAnswerState(run([first], "x").events.slice(0, -1))).toBeNull();
  });

  it("is found where every step was, with the words that decide", () => {
    const trace = foldTrace(run([first, second], "Baltic Sea").events);
    expect(isFound(trace)).toBe(true);
    const state = answerStateOf(trace);
    expect(state).toMatchObject({ kind: "found", deciding: { node: "node-2" } });
    const { passage, start = 0, end } = (state?.kind === "found" && state.deciding) || {};
    expect(passage?.text.slice(start, end)).toBe("Baltic Sea");
  });

  it("does not mind accents and case", () => {
    const passage = { ...sea, text: "Its president is François Hollande." };
    const hop = { ...second, answer: "Francois hollande", passage };
    expect(foldAnswerState(run([first, hop], "Francois Hollande").events)?.kind).toBe("found");
  });

  it("is partly found where a step was not, and says which", () => {
    const unsolved: Hop = { ...second, answer: null, verdict: "unsolved", noAnswer: 0.99 };
    expect(foldAnswerState(run([first, unsolved], "North Sea").events)).toMatchObject({
      kind: "partly-found",
      guess: "North Sea",
      missing: [{ number: 2, query: second.query }],
    });
  });

  it("takes the answer of a step before one that was not found for no answer", () => {
    const unsolved: Hop = { ...second, answer: null, verdict: "unsolved", noAnswer: 0.99 };
    expect(foldAnswerState(run([first, unsolved], first.answer ?? "").events)).toMatchObject({
      kind: "partly-found",
      guess: "",
      missing: [{ number: 2 }],
      part: { query: first.query, answer: first.answer },
    });
  });

  it("is partly found where the steps were but none of them says the answer", () => {
    expect(foldAnswerState(run([first, second], "Atlantic").events)).toMatchObject({
      kind: "partly-found",
      missing: [],
    });
  });

  it("takes a choice among what the question names for a conclusion from its steps", () => {
    const asked =
      "Which has a coast on the sea that borders the country of Tallinn, Estonia or Latvia?";
    expect(foldAnswerState(run([first, second], "Latvia", asked).events)?.kind).toBe("found");
  });

  it.each([
    { relevance: 0.02, noAnswer: 0.1 },
    { relevance: 0.9, noAnswer: 0.97 },
  ])("takes no passage that the reader finds wanting for support: %o", (said) => {
    const hop: Hop = { ...first, ...said };
    expect(foldAnswerState(run([hop], "Estonia", "Who won the cup?").events)).toEqual({
      kind: "not-in-library",
      guess: "Estonia",
      lookedUp: true,
    });
  });

  it("takes nothing for support that was found for a step which strays from the question", () => {
    const log = run([{ ...second, query: "Who won?" }], "Baltic Sea", "How old is Taylor Swift?");
    expect(foldAnswerState(log.events)?.kind).toBe("not-in-library");
  });

  it("tells an answer from memory from one that was looked up", () => {
    const hop: Hop = { query: question, answer: "Baltic Sea", verdict: "known" };
    expect(foldAnswerState(run([hop], "Baltic Sea").events)).toEqual({
      kind: "not-in-library",
      guess: "Baltic Sea",
      lookedUp: false,
    });
  });

  it("counts a person's word as found", () => {
    const log = run([first, { ...second, answer: null, verdict: "unsolved" }], "unknown");
    const last = log.events.pop();
    log.add({ type: "user-correction", node: "node-2", answer: "Baltic Sea", replaced: null });
    if (last?.type === "answer") log.add({ ...last, text: "Baltic Sea", short: "Baltic Sea" });
    expect(foldAnswerState(log.events)?.kind).toBe("found");
  });
});

it("of the run that plays on arrival is found: its first step was asked another way", () => {
  const events = openRunFile(readFileSync("public/examples/arrival.run.json", "utf8"));
  expect(foldAnswerState(events)).toMatchObject({ kind: "found", deciding: { passage: {} } });
});
