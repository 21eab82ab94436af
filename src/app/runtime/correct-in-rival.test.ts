/** A person's word on a step of a rival: what follows is built on it, what it replaces stays in sight. */
import { describe, expect, it } from "vitest";
import { foldExits } from "../../folds/answer-routes.ts";
import { decisiveSteps } from "../../folds/divergence.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunSettings } from "../../log/types.ts";
import { findMethodInfo } from "../../session/presets.ts";
import type { FakeScript } from "../../testing/fakes.ts";
import { question, replying } from "../../testing/methods/fake-runs.ts";
import { from, ghosts, go } from "../../testing/state/gone-on.ts";

describe("a person's answer in a rival", () => {
  const settingsOf = (id: string, changes: Partial<RunSettings> = {}): RunSettings => {
    const preset = findMethodInfo(id)?.presets.find(({ settings }) => settings.solve === "small");
    if (preset === undefined) throw new Error(id);
    return { ...preset.settings, ...changes };
  };

  it("is the intermediate answer that Self-Ask goes on from", async () => {
    const selfAsk: FakeScript = ({ purpose, assistantPrefix = "" }) => {
      if (purpose !== "reason") return assistantPrefix === "" ? "Graz" : "Danube";
      if (assistantPrefix.includes("Vienna")) return "So the final answer is: Danube";
      if (assistantPrefix.includes("Graz")) return "So the final answer is: Mur";
      return "Follow up: What is the capital of Austria?";
    };
    const asked = { settings: settingsOf("self-ask"), script: selfAsk };
    const { events } = await go(asked);
    expect(foldTrace(events).answer?.short).toBe("Mur");
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after, requests } = await from(asked, events, point);
    expect(foldTrace(after).answer).toMatchObject({
      short: "Danube",
      text: "Danube. It rests on Vienna [1].",
    });
    expect(requests.map(({ purpose }) => purpose)).toEqual(["reason"]);
  });

  it("parts from what came after it before, which stays with its cause", async () => {
    const selfAsk: FakeScript = ({ purpose, assistantPrefix = "" }) => {
      if (purpose !== "reason") return "Graz";
      if (assistantPrefix.includes("river")) return "So the final answer is: Mur";
      if (assistantPrefix.includes("Graz")) return "Follow up: Which river runs through Graz?";
      if (assistantPrefix.includes("Vienna")) return "Follow up: Which river runs there?";
      return "What is the capital of Austria?";
    };
    const asked = { settings: settingsOf("self-ask"), script: selfAsk };
    const { events } = await go(asked);
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after } = await from(asked, events, point);
    // What it was asked, found and answered is there to be opened.
    const { nodes, calls } = foldTrace(after);
    const steps = [...nodes.values()];
    expect(steps.map(({ query, parent, abandoned }) => [query, parent, abandoned])).toEqual([
      [question, null, false],
      ["What is the capital of Austria?", "node-1", false],
      ["Which river runs through Graz?", "node-2", true],
      ["Which river runs there?", "node-2", false],
    ]);
    const ghost = [...nodes.values()].find(({ abandoned }) => abandoned);
    expect(ghost).toMatchObject({ answer: "Graz", status: "answered" });
    expect(ghost?.passages.length).toBeGreaterThan(0);
    expect([...calls.values()].some(({ start }) => start.node === ghost?.id)).toBe(true);
    // It is no step of the run as it went, and none of its parts is counted as asked.
    expect(decisiveSteps(after).some(({ node }) => node === ghost?.id)).toBe(false);
    expect(foldExits(after).questions.some(({ node }) => node === ghost?.id)).toBe(false);
  });

  it("is the sentence that FLARE goes on from, and the sentences before it stand", async () => {
    const sure = (text: string) => ({ text, logprobs: text.split(" ").map(() => -0.01) });
    const flare: FakeScript = ({ messages, assistantPrefix = "" }) => {
      if (assistantPrefix.endsWith("So the answer is:")) return sure("unknown");
      if (assistantPrefix.includes("Danube")) return sure("So the answer is: Danube.");
      if (assistantPrefix.includes("Mur")) return sure("So the answer is: Mur.");
      if (assistantPrefix === "") return sure("Vienna is the capital of Austria.");
      const text = "The river Mur runs through it.";
      const found = messages.at(-1)?.content.includes("Passages:") ?? false;
      return found ? sure(text) : { text, logprobs: [-0.01, -0.01, -2, -0.01, -0.01, -0.01] };
    };
    const asked = { settings: settingsOf("flare"), script: flare };
    const { events } = await go(asked);
    expect(foldTrace(events).answer?.short).toBe("Mur");
    const words = "The river Danube runs through it.";
    const point = { kind: "correct", node: "node-3", answer: words } as const;
    const { events: after, requests } = await from(asked, events, point);
    const { answer, nodes } = foldTrace(after);
    expect(answer?.short).toBe("Danube");
    expect(answer?.text).toContain(`Vienna is the capital of Austria. [1] ${words} [2]`);
    expect(nodes.get("node-2")).toMatchObject({ status: "reasoned", abandoned: false });
    expect(requests).toHaveLength(1);
    expect(ghosts(after)).toMatchObject([{ left: "user", parent: "node-3", status: "reasoned" }]);
    // Taken back, it is not written again; the reasoning ends with what stands.
    const back = await from(asked, events, { ...point, answer: null });
    expect(foldTrace(back.events).answer?.text).not.toContain("Mur runs");
    expect(back.events.at(-1)).toMatchObject({ outcome: "answered" });
  });

  it("is what a passage proposes in REPLUG, before all vote anew", async () => {
    const replug: FakeScript = ({ constraint, messages }) => {
      if (constraint?.kind === "choice") return constraint.options.at(-2) ?? "";
      return messages.at(-1)?.content.includes("Austria: ") ? "Graz" : "Mur";
    };
    const asked = { settings: settingsOf("replug"), script: replug };
    const { events } = await go(asked);
    const proposed = [...foldTrace(events).nodes.values()].slice(1);
    expect(proposed.map(({ answer }) => answer)).toEqual(["Graz", "Mur"]);
    const point = { kind: "correct", node: proposed[1]?.id ?? "", answer: "Danube" } as const;
    const { events: after, requests } = await from(asked, events, point);
    expect(foldTrace(after).answer?.short).toBe("Danube");
    // The first passage is not read again; both vote.
    expect(requests.map(({ constraint }) => constraint?.kind)).toEqual(["choice", "choice"]);
  });

  it("is what ITER-RETGEN searches with next, the first round's as well", async () => {
    const asked = { settings: settingsOf("iter-retgen"), script: replying({ answer: "Graz" }) };
    const { events } = await go(asked);
    const point = { kind: "correct", node: "node-1", answer: "Vienna" } as const;
    const { events: after } = await from(asked, events, point);
    const live = [...foldTrace(after).nodes.values()].filter(({ abandoned }) => !abandoned);
    expect(live[1]?.query).toBe(`${question} Vienna.`);
    expect(ghosts(after)[0]).toMatchObject({ left: "user", query: `${question} Graz.` });
    expect(after.at(-1)).toMatchObject({ outcome: "answered" });
  });
});
