import { expect, it } from "vitest";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeSettings,
} from "../../testing/fakes.ts";
import { run } from "../registry.ts";

const question = "Which river runs through the capital of Austria?";

const corrected: FakeScript = ({ purpose, messages }) => {
  if (purpose === "plan") {
    return "[Query 1]: What is the capital of Austria?\n[Answer 1]: Vienna\n[Query 2]: Which river runs through Vienna?\n[Answer 2]: Rhine";
  }
  if (purpose === "continue") return "[Final Content]: Danube [2]";
  if (purpose !== "read") return "Answer: Danube [2]";
  const asked = messages.at(-1)?.content ?? "";
  return asked.includes("Question: Which river") ? "Danube" : "Vienna";
};

async function ask(script: FakeScript, changes: Partial<RunSettings>) {
  const model = fakeModel("large", script);
  const settings = { ...fakeSettings, ...changes };
  const ports = fakePorts(fakeModel("small", script), model);
  const events = await collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
  return { events, requests: model.requests };
}

const verdicts = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === "verdict" ? [`${event.node} ${event.verdict}`] : []));

const allLarge = { plan: "large", solve: "large", summarise: "large" } as const;

it("shows the large model its own chain up to the step that the feedback is about", async () => {
  const { requests } = await ask(corrected, allLarge);
  const told = requests.find((request) => request.purpose === "continue");
  expect(told?.messages.slice(-3)).toMatchObject([
    { role: "user", content: question },
    {
      role: "assistant",
      content:
        '{"steps": [{"query": "What is the capital of Austria?", "answer": "Vienna"}, {"query": "Which river runs through Vienna?", "answer": "Rhine"}], "final": "unknown"}',
    },
    { role: "user", content: expect.stringContaining('should be "Danube"') },
  ]);
});

it("shows unsolved steps as the model left them", async () => {
  const script: FakeScript = (request) =>
    request.purpose === "plan"
      ? "[Query 1]: What is the capital of Austria?\n[Answer 1]: Graz\n[Unsolved Query]: Which river runs through Graz?"
      : corrected(request);
  const { requests } = await ask(script, allLarge);
  const told = requests.find((request) => request.purpose === "continue");
  expect(told?.messages.at(-2)).toEqual({
    role: "assistant",
    content:
      '{"steps": [{"query": "What is the capital of Austria?", "answer": "Graz"}, {"query": "Which river runs through Graz?", "answer": "unknown"}], "final": "unknown"}',
  });
});

it("with S left empty walks a new branch from the question on, once, and keeps what was corrected", async () => {
  const { events } = await ask(
    (request) =>
      request.purpose === "continue"
        ? "[Query 3]: How long is it?\n[Answer 3]: Danube"
        : corrected(request),
    { ...allLarge, switches: { ...fakeSettings.switches, fillProcessedQueries: false } },
  );
  expect(verdicts(events)).toEqual([
    "node-1 verified",
    "node-2 corrected",
    "node-1 verified",
    "node-3 corrected",
    "node-1 verified",
    "node-2 verified",
  ]);
  expect(events.at(-1)).toMatchObject({ outcome: "answered" });
});

it.each(["the", "—", " . "])(
  "does not verify by a span of which nothing is left: %j",
  async (span) => {
    const { events } = await ask(
      (request) => (request.purpose === "read" ? span : corrected(request)),
      { plan: "large" },
    );
    expect(verdicts(events)).toEqual(["node-1 accepted", "node-2 accepted"]);
  },
);

it("sums up the path once a step for Soft-prompt: the reader's prompt is where it is used", async () => {
  const { requests } = await ask(corrected, {
    ...allLarge,
    rewriter: "soft-prompt",
    rewriteBy: "large",
  });
  expect(requests.map((request) => request.purpose)).toEqual([
    "plan",
    "read",
    "digest",
    "read",
    "continue",
    "summarise",
  ]);
});
