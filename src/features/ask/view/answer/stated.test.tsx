/**
 * Tests what a displayed answer rests on: a person's word, two passages or a check; and its
 * options.
 */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { foldTrace } from "../../../../folds/trace.ts";
import { surenessOf } from "../../../../folds/verifier/verifier.ts";
import type { RunEvent, RunEventOf } from "../../../../log/events.ts";
import { fakePassage } from "../../../../testing/fake-log.ts";
import { capitalHop, type Hop, runOfHops, seaHop } from "../../../../testing/hops.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { readerText } from "../../../../ui-kit/text/reader.ts";
import { answerText } from "../../text/answer.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";

function afterWord(word: string): RunEvent[] {
  const { events } = runOfHops([capitalHop, seaHop], "Baltic Sea");
  const said = { type: "user-correction", node: "node-1", replaced: "Estonia" } as const;
  const path = [
    { node: "node-1", query: capitalHop.query, answer: word },
    { node: "node-2", query: seaHop.query, answer: "Baltic Sea" },
  ];
  const at = events.findIndex(({ type }) => type === "answer");
  const second = events.findIndex(
    (event) => event.type === "branch-start" && event.parent !== null,
  );
  const answer: RunEventOf<"answer"> = {
    ...(events[at] as RunEventOf<"answer">),
    text: `Baltic Sea. ${word} has Tallinn [1], and borders it [2].`,
    citations: [
      { mark: 1, node: "node-1", passageId: null },
      { mark: 2, node: "node-2", passageId: "en/location" },
    ],
    path,
  };
  return [
    ...events.slice(0, second),
    { ...said, answer: word },
    ...events.slice(second, at),
    answer,
    { type: "run-end", outcome: "answered", error: null },
  ].map((event, seq) => ({ ...event, seq, atMs: seq }) as RunEvent);
}

it("says of an answer that a person's word leads to whose word it is, without a mark or a figure for it", async () => {
  const events = afterWord("Spain");
  const { container } = renderPart(<AnswerPanel />, events);
  expect(await screen.findByText(answerText.youSaid(["Spain"]))).toBeTruthy();
  expect(screen.queryByRole("button", { name: answerText.uncited(1) })).toBeNull();
  expect(container.textContent).not.toContain("[1]");
  expect(surenessOf(foldTrace(events))).toBeNull();
});

it("judges an answer of which a person only confirmed a step", () => {
  expect(surenessOf(foldTrace(afterWord("Estonia")))).not.toBeNull();
});

const area = (country: string, value: string): Hop => ({
  query: `What is the area of ${country}?`,
  answer: value,
  verdict: "completed",
  passage: fakePassage(`en/${country}`, `${country}: area`, `${country} has ${value}.`, 1, 1),
});

it("opens both passages of a comparison", () => {
  const capital: Hop = {
    ...capitalHop,
    query: "Which country has Bogotá as its capital?",
    answer: "Colombia",
    passage: fakePassage("en/capital", "Colombia: capital", "Colombia's capital is Bogotá.", 1, 1),
  };
  const hops = [capital, area("Colombia", "1,138,910 km²"), area("Peru", "1,285,216 km²")];
  const { events } = runOfHops(hops, "Colombia", "Is Peru larger, or the country of Bogotá?");
  const values = [1, 2].map((at) => ({
    node: `node-${at + 1}`,
    name: at === 1 ? "Colombia" : "Peru",
    value: hops[at]?.answer ?? "",
  }));
  const computed = { type: "arithmetic", operation: "greater", values, answer: "Colombia" };
  const log = [...events.slice(0, -1), computed, ...events.slice(-1)];
  const { container } = renderPart(
    <AnswerPanel />,
    log.map((event, seq) => ({ ...event, seq, atMs: seq }) as RunEvent),
  );
  const marked = [...container.querySelectorAll("figure mark")].map(
    ({ textContent }) => textContent,
  );
  expect(marked).toEqual(["1,138,910 km²", "1,285,216 km²"]);
});

it("keeps the answer check to itself where nothing was found", () => {
  const { events } = runOfHops(
    [{ ...capitalHop, answer: null, verdict: "unsolved", noAnswer: 0.99, relevance: 0.01 }],
    "Estonia",
    "Who won the cup?",
  );
  const evidence = {
    type: "evidence",
    passages: ["en/capital"],
    passageId: "en/capital",
    candidates: [{ by: "encoder", answer: "Tallinn", confidence: 0.4 }],
    chosen: "encoder",
    noAnswer: 0.9,
    threshold: 0.5,
  };
  const log = [...events.slice(0, -1), evidence, ...events.slice(-1)];
  renderPart(
    <AnswerPanel />,
    log.map((event, seq) => ({ ...event, seq, atMs: seq }) as RunEvent),
  );
  expect(screen.queryByText(readerText.check)).toBeNull();
});
