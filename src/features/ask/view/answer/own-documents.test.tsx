/** Tests how an answer from one's own documents is shown, by how sure it is. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { statedFrom } from "../../../../folds/standing.ts";
import { foldTrace } from "../../../../folds/trace.ts";
import { surenessOf } from "../../../../folds/verifier/verifier.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { fakePassage } from "../../../../testing/fake-log.ts";
import { type Hop, runOfHops } from "../../../../testing/hops.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { answerText } from "../../text/answer.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";

const question = "Who will invite Ruben as a guest?";
const text = "Timothy was absent. Rich will invite Ruben as a guest.";
const place = { document: "minutes.md", from: 0, to: text.length };

function asked(hop: Partial<Hop>, short = "Timothy"): RunEvent[] {
  const passage = { ...fakePassage("d/1", "Minutes", text, 1, 1), place };
  const whole: Hop = { query: question, answer: short, verdict: "completed", passage, ...hop };
  const citations = [{ mark: 1, node: "node-1", passageId: "d/1" }];
  return runOfHops([whole], short, question).events.map((event) =>
    event.type === "answer" ? { ...event, citations } : event,
  );
}

const sureOf = (events: RunEvent[]) => surenessOf(foldTrace(events)) ?? 0;

it("shows the passages that may hold a doubted answer, and the answer small beneath them", async () => {
  const events = asked({ relevance: 0.31, noAnswer: 0.59 });
  expect(sureOf(events)).toBeLessThan(statedFrom);
  const { container } = renderPart(<AnswerPanel />, events);
  expect(await screen.findByText(answerText.mayHold)).toBeTruthy();
  expect(screen.getByText(answerText.likeliest("Timothy"))).toBeTruthy();
  expect(container.querySelector("figure mark")?.textContent).toBe("Timothy");
  expect(screen.getByText("minutes.md")).toBeTruthy();
});

it("states an answer that it is sure of", async () => {
  const events = asked({ relevance: 0.99, noAnswer: 0.01 }, "Rich");
  expect(sureOf(events)).toBeGreaterThanOrEqual(statedFrom);
  renderPart(<AnswerPanel />, events);
  expect(await screen.findByText(answerText.copy)).toBeTruthy();
  expect(screen.queryByText(answerText.mayHold)).toBeNull();
  expect(screen.getByText(answerText.fromDocuments(new Set(["minutes.md"])))).toBeTruthy();
});

it("shows the nearest passages where nothing was found", async () => {
  const events = asked({ answer: null, verdict: "unsolved", relevance: 0.4, noAnswer: 0.7 });
  renderPart(<AnswerPanel />, events);
  expect(await screen.findByText(answerText.nearest)).toBeTruthy();
  expect(screen.getByText("minutes.md")).toBeTruthy();
});
