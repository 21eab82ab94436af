import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { openRunFile } from "../log/file.ts";
import { fakePassage } from "../testing/fake-log.ts";
import { type Hop, runOfHops } from "../testing/hops.ts";
import { contradictionOf } from "./contradiction.ts";
import { foldTrace } from "./trace.ts";
import { surenessOf } from "./verifier/verifier.ts";

const question = "When was the ferry Bluebell built?";
const notes = fakePassage("notes", "Harbour notes", "The ferry Bluebell was built in 1931.", 1, 1);
const hop: Hop = { query: question, answer: "1931", verdict: "completed", passage: notes };

interface Other {
  text: string;
  span: string;
  relevance?: number;
  confidence?: number;
}

function runWith({ text, span, relevance = 0.85, confidence = 0.9 }: Other): RunEvent[] {
  const letters = fakePassage("letters", "Letters", text, 2, 2);
  return runOfHops([hop], "1931", question).events.map((event) => {
    if (event.type === "retrieval") return { ...event, passages: [...event.passages, letters] };
    if (event.type !== "reading") return event;
    const read = { kind: "span", span, confidence, noAnswer: 0.01, relevance } as const;
    return { ...event, readings: [...event.readings, { ...read, passageId: letters.id }] };
  });
}

const lie = { text: "My uncle said that the Bluebell was built in 1947. He lied.", span: "1947" };

describe("two passages", () => {
  it("that say different things for a step contradict each other, and the answer is less sure", () => {
    const trace = foldTrace(runWith(lie));
    const plain = foldTrace(runWith({ ...lie, relevance: 0.79 }));
    expect(contradictionOf(trace)).toMatchObject({
      query: question,
      taken: { answer: "1931", passage: { title: "Harbour notes" } },
      against: { answer: "1947", passage: { title: "Letters" } },
    });
    expect(surenessOf(trace) ?? 1).toBeLessThan(0.6 * (surenessOf(plain) ?? 0));
  });

  it("that differ in nothing but the answer do where the reader is less sure of what they are about", () => {
    const text = "The ferry Bluebell was built in 1947.";
    const against = (relevance: number) =>
      contradictionOf(foldTrace(runWith({ text, span: "1947", relevance })))?.against.answer;
    expect(against(0.65)).toBe("1947");
    expect(against(0.45)).toBeUndefined();
  });

  it.each<[string, Other]>([
    ["say the same", { text: "The Bluebell was built in May 1931.", span: "May 1931" }],
    ["are of other things", { text: "The Rosalind was built in 1947.", span: "1947" }],
    ["are not both about it", { ...lie, relevance: 0.5 }],
    ["are not both sure", { ...lie, confidence: 0.5 }],
    ["tell things of another kind", { text: "The Bluebell was built in Turku.", span: "Turku" }],
    ["tell both", { text: "The Bluebell, begun in 1931, was built in 1947.", span: "1947" }],
  ])("that %s do not", (_how, other) => {
    expect(contradictionOf(foldTrace(runWith(other)))).toBeNull();
  });

  it("of a run whose sources agree do not", () => {
    const arrival = openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8"));
    expect(contradictionOf(foldTrace(arrival))).toBeNull();
  });
});
