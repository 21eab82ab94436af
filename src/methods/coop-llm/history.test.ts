import { describe, expect, it } from "vitest";
import type { RunSettings } from "../../log/types.ts";
import { type FakeScript, fakeModel } from "../../testing/fakes.ts";
import { ask, ofType } from "../../testing/methods/fake-runs.ts";
import { coopLlm } from "./index.ts";
import { tableTwoRows } from "./table-two.ts";

const chains = [
  '{"steps": [{"query": "What is the capital of Austria?", "answer": "Graz"}, {"query": "Which river runs through Graz?", "answer": "Mur"}], "final": "Mur [1][2]"}',
  '{"steps": [{"query": "Which river runs through Vienna?", "answer": "Inn"}, {"query": "Where does the Inn end?", "answer": "Passau"}], "final": "Inn [2]"}',
  '{"steps": [], "final": "Danube [2]"}',
] as const;

function planner(): FakeScript {
  let written = 0;
  let read = 0;
  return ({ purpose }) => {
    if (purpose === "read") return { text: `{"answer": "${["Vienna", "Danube"][read++]}"}` };
    if (purpose === "summarise") return '{"reasoning": "The Danube [2].", "answer": "Danube"}';
    return chains[written++] ?? "";
  };
}

const allLarge = { plan: "large", solve: "large", summarise: "large" } as const;

async function lastAsked(changes: Partial<RunSettings>) {
  const events = await ask(
    fakeModel("small", () => ""),
    { ...allLarge, ...changes },
    fakeModel("large", planner()),
  );
  const messages =
    ofType(events, "call-start").findLast(({ purpose }) => purpose === "continue")?.messages ?? [];
  const from = messages.findLastIndex(({ content }) => content.startsWith("Which river runs thr"));
  return messages.slice(from).map(({ role, content }) => `${role}: ${content.split("\n")[0]}`);
}

const correction = (query: string, span: string) =>
  `user: According to the Reference, the answer for "${query}" should be "${span}". You can change your answer and continue the chain for the question, from the next query on.`;

describe("the history of a chain", () => {
  it("grows: every chain as it was written, to its end, and what the checker said of it", async () => {
    expect(await lastAsked({ historyTokens: 2000 })).toEqual([
      "user: Which river runs through the capital of Austria?",
      `assistant: ${chains[0]}`,
      correction("What is the capital of Austria?", "Vienna"),
      `assistant: ${chains[1]}`,
      correction("Which river runs through Vienna?", "Danube"),
    ]);
  });

  it("loses its oldest turns where it grows too long; what was written last stays", async () => {
    expect(await lastAsked({ historyTokens: 40 })).toEqual([
      "user: Which river runs through the capital of Austria?",
      `assistant: ${chains[1]}`,
      correction("Which river runs through Vienna?", "Danube"),
    ]);
  });

  it("is left out at 0: the model is asked anew, with the steps that count", async () => {
    expect(await lastAsked({})).toEqual([
      "user: Which river runs through the capital of Austria?",
      'assistant: {"steps": [{"query": "What is the capital of Austria?", "answer": "Vienna"}, {"query": "Which river runs through Vienna?", "answer": "Inn"}, {"query": "Where does the Inn end?", "answer": "Passau"}], "final": "unknown"}',
      correction("Which river runs through Vienna?", "Danube"),
    ]);
  });

  it("is told in every row of the paper, all large among them, and not with the page's own settings", () => {
    const told = [...coopLlm.presets, ...tableTwoRows].filter(
      ({ settings }) => settings.historyTokens > 0,
    );
    expect(told.map(({ id }) => id)).toEqual([
      "coop-llm",
      "coop-llm-without-decision",
      "lalm-smlm",
      "searchain-large",
      ...tableTwoRows.map(({ id }) => id),
    ]);
  });
});
