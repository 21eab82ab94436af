/** A chat model's plan: whole chains, `[n]` for what is not known yet, and none of its steps forgotten. */
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { type FakeScript, fakeModel } from "../../testing/fakes.ts";
import { ask, ofType } from "../../testing/methods/fake-runs.ts";

const capital = "What is the capital of Austria?";
const plan = (answer: string) =>
  `{"steps": [{"query": "${capital}", "answer": "${answer}"}, {"query": "Which river runs through [1]?", "answer": "unknown"}], "final": "unknown"}`;

function askLarge(said: string, continued: readonly string[]) {
  let read = 0;
  let written = 0;
  const script: FakeScript = ({ purpose }) => {
    if (purpose === "read") return `{"answer": "${["Vienna", "Danube"][read++]}"}`;
    if (purpose === "summarise") return '{"reasoning": "The Danube [2].", "answer": "Danube"}';
    return purpose === "plan" ? said : (continued[written++] ?? "");
  };
  return ask(
    fakeModel("small", () => ""),
    { plan: "large", solve: "large", summarise: "large" },
    fakeModel("large", script),
  );
}

const departures = (events: readonly RunEvent[]) =>
  ofType(events, "deviation").map((event) => event.switch);

describe("the steps that a chat model has planned", () => {
  it("are looked up with the answer of the step that they name", async () => {
    const events = await askLarge(plan("Vienna"), ['{"steps": [], "final": "Danube [2]"}']);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, "Which river runs through Vienna?"]);
    const { answer, nodes } = foldTrace(events);
    expect(answer?.path.map(({ query }) => query)).toEqual(searches);
    // The tree says what was looked up, too.
    expect([...nodes.values()].map(({ query }) => query)).toEqual(searches);
  });

  it("are asked, though it would end with the first fact that it is told", async () => {
    const events = await askLarge(plan("unknown"), [
      '{"steps": [], "final": "Vienna [1]"}',
      '{"steps": [], "final": "Danube [2]"}',
    ]);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, "Which river runs through Vienna?"]);
    expect(departures(events)).toContain("openSteps");
    expect(foldTrace(events).branches.map(({ finalContent }) => finalContent)).toEqual([
      null,
      null,
      "Danube [2]",
    ]);
  });

  it("are asked to the last, though it writes the next one only", async () => {
    const flows = "Which river runs through [1]?";
    const sea = "Into which sea does [2] flow?";
    const chain = [capital, flows, sea].map((query) => ({ query, answer: "unknown" }));
    const next = { query: "Which river runs through Vienna?", answer: "unknown" };
    const events = await askLarge(JSON.stringify({ steps: chain, final: "unknown" }), [
      JSON.stringify({ steps: [next], final: "unknown" }),
      '{"steps": [], "final": "Danube [2]"}',
      '{"steps": [], "final": "Danube [3]"}',
    ]);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, next.query, "Into which sea does Danube flow?"]);
    expect(departures(events)).toContain("openSteps");
  });

  it("are asked in their order, though it jumps over one", async () => {
    const size = "How many people live in [1]?";
    const other = "How many people live in Budapest?";
    const chain = [capital, other, size].map((query) => ({ query, answer: "unknown" }));
    const jump = { query: "How many people live in Vienna?", answer: "unknown" };
    const events = await askLarge(JSON.stringify({ steps: chain, final: "unknown" }), [
      JSON.stringify({ steps: [jump], final: "unknown" }),
      '{"steps": [], "final": "Vienna [3]"}',
      '{"steps": [], "final": "Vienna [3]"}',
    ]);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, other, jump.query]);
    expect(departures(events)).toContain("openSteps");
  });

  it("are its own to write anew", async () => {
    const events = await askLarge(plan("unknown"), [
      '{"steps": [{"query": "Which river flows past Vienna?", "answer": "unknown"}], "final": "unknown"}',
      '{"steps": [], "final": "Danube [2]"}',
    ]);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, "Which river flows past Vienna?"]);
    expect(departures(events)).not.toContain("openSteps");
  });
});
