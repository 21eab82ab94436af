import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AppContextHolder } from "../../../../app/runtime/runtime-context.ts";
import { createViewStore } from "../../../../app/runtime/view-store.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { fakeReading } from "../../../../testing/fake-contents.ts";
import { FakeLog, fakePassage } from "../../../../testing/fake-log.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { FinishedAnswer } from "./FinishedAnswer.tsx";

const question = "Which is larger, Myanmar or Laos?";

function shown(
  asked: string,
  text: string,
  short: string,
  change = fakeReading([], [["Myanmar", "Burma"]]),
) {
  const log = new FakeLog();
  log.start(asked);
  const passage = fakePassage("bm", "Burma: area", "Burma has 676,578 sq km.", 1, 1);
  log.add({
    type: "branch-start",
    branch: "branch-1",
    parent: null,
    cause: "plan",
    call: null,
    nodes: [{ id: "node-1", query: asked, answer: null }],
    finalContent: null,
  });
  log.add({
    type: "retrieval",
    node: "node-1",
    search: asked,
    mode: "hybrid",
    passages: [passage],
    bytesSent: 0,
    totalMs: 1,
  });
  log.add({
    type: "verdict",
    node: "node-1",
    verdict: "completed",
    span: "Burma",
    confidence: 0.9,
    threshold: 0.5,
    passageId: passage.id,
    duplicateOf: null,
  });
  log.add({ type: "answer", call: "call-1", text, short, citations: [], path: [] });
  log.add({ type: "run-end", outcome: "answered", error: null });
  const answer = log.events.find((event): event is RunEventOf<"answer"> => event.type === "answer");
  if (answer === undefined) throw new Error("no answer");
  const reading = async () => change;
  return renderPart(<FinishedAnswer answer={answer} />, log.events, { reading });
}

it("the answer has the person's name beside the library's, and the log has not", async () => {
  const { runtime } = shown(question, "Burma. Burma has 676,578 sq km.", "Burma");
  expect(await screen.findByText("Burma (Myanmar)")).toBeTruthy();
  expect(screen.getByText("Burma has 676,578 sq km.")).toBeTruthy();
  expect(runtime.run.getState().trace.answer?.short).toBe("Burma");
});

it("so has its text where the bare answer is another", async () => {
  shown(question, "Yes. Burma is larger.", "Yes");
  expect(await screen.findByText("Burma (Myanmar) is larger.")).toBeTruthy();
});

it("so has what is copied", async () => {
  const { user } = shown(question, "Burma", "Burma");
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: "Copy with sources" }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  expect(write.mock.calls[0]?.[0]).toContain("**Burma (Myanmar)**");
});

it("who asked by the library's name reads that alone", async () => {
  shown("Which is larger, Burma or Laos?", "Burma", "Burma");
  await Promise.resolve();
  expect(screen.getByText("Burma", { selector: "p" })).toBeTruthy();
});

it("stands without other names where they cannot be had", async () => {
  const aliases = vi.fn(async () => {
    throw new Error("no network");
  });
  shown(question, "Burma", "Burma", { ...fakeReading([]), aliases });
  await waitFor(() => expect(aliases).toHaveBeenCalled());
  expect(screen.getByText("Burma", { selector: "p" })).toBeTruthy();
});

it("fetches nothing for a recorded run", async () => {
  const aliases = vi.fn(fakeReading([]).aliases);
  const { runtime } = shown(question, "Burma", "Burma", { ...fakeReading([]), aliases });
  await waitFor(() => expect(aliases).toHaveBeenCalledOnce());
  cleanup();
  await runtime.openLog(runtime.run.getState().events, "recorded");
  const answer = runtime.run.getState().trace.answer;
  if (answer === null) throw new Error("no answer");
  render(
    <AppContextHolder value={{ runtime, view: createViewStore() }}>
      <FinishedAnswer answer={answer} />
    </AppContextHolder>,
  );
  await Promise.resolve();
  expect(aliases).toHaveBeenCalledOnce();
});
