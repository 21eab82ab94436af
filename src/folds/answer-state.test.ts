import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRunFile } from "../log/file.ts";
import {
  capitalHop as first,
  type Hop,
  hopsQuestion as question,
  runOfHops as run,
  seaPassage as sea,
  seaHop as second,
} from "../testing/hops.ts";
import { answerStateOf, foldAnswerState, isFound } from "./answer-state.ts";
import { foldTrace } from "./trace.ts";

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

  it("takes no question word for what two questions are about", () => {
    const asked = "Which singer was born in Reading, Pennsylvania?";
    const log = run([{ ...second, query: "Which country borders Latvia?" }], "Baltic Sea", asked);
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
  const events = openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8"));
  expect(foldAnswerState(events)).toMatchObject({ kind: "found", deciding: { passage: {} } });
});
