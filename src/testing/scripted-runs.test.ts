import { describe, expect, it } from "vitest";
import { foldTrace, type Trace } from "../folds/trace.ts";
import type { RunEvent, RunEventOf } from "../log/events.ts";
import type { Purpose, RunSettings } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { collect, fakePorts, fakeSettings } from "./fakes.ts";
import { scriptedModel } from "./scripted-model.ts";

const question = "Which river runs through the capital of Austria?";

/** The forms differ, the run is the same. */
const untrained = {
  decide: ["yes", "yes"],
  plan: [" What is the capital of Austria?"],
  rewrite: ["capital Austria", "river Vienna"],
  digest: ["Vienna is the capital."],
  read: ["Vienna", "Danube"],
  continue: ["Q2: Which river runs through Vienna?", "Final: Danube"],
  summarise: ["Danube"],
};
const skilled = {
  ...untrained,
  plan: ["U1: What is the capital of Austria?"],
  continue: ["U2: Which river runs through Vienna?", "Final: Danube [2]"],
};

type Replies = Partial<Record<Purpose, readonly string[]>>;

async function play(replies: Replies, skills: boolean, changes: Partial<RunSettings>) {
  const requests: ChatRequest[] = [];
  const count = (purpose: Purpose) => requests.filter((one) => one.purpose === purpose).length;
  const small = scriptedModel(
    (request) => {
      requests.push(request);
      return replies[request.purpose]?.[count(request.purpose) - 1] ?? "";
    },
    { ref: { skills } },
  );
  const settings = { ...fakeSettings, plan: "decide", summarise: "decide", ...changes } as const;
  const request = { runId: "r", question, settings };
  const signal = new AbortController().signal;
  const events = await collect(run(request, fakePorts(small), signal));
  return { events, requests };
}

const ofType = <T extends RunEvent["type"]>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is RunEventOf<T> => event.type === type);

describe.each([
  ["without the skills", untrained, false],
  ["with the skills", skilled, true],
] as const)("a small model %s", (_name, replies, skills) => {
  it("answers by replies of its form: none is mended, cut short or outside its constraint", async () => {
    const { events, requests } = await play(replies, skills, { rewriter: "all" });
    expect(foldTrace(events).answer?.short).toBe("Danube");
    expect(ofType(events, "parse-failure")).toEqual([]);
    const ends = ofType(events, "call-end");
    expect(ends.map(({ finish }) => finish)).toEqual(requests.map(() => "stop"));
    expect(ends.map(({ constrained }) => constrained)).toEqual(
      requests.map(({ constraint }) => constraint !== undefined),
    );
  });

  it("is asked with prompts that an engine can keep: system first, person last, the same beginning", async () => {
    const { requests } = await play(replies, skills, { rewriter: "all" });
    const beginnings = new Map<Purpose, string>();
    for (const { messages, fixedPrefixMessages, purpose, maxTokens } of requests) {
      expect(messages.at(-1)?.role).toBe("user");
      expect(maxTokens).toBeGreaterThan(0);
      const fixed = JSON.stringify(messages.slice(0, fixedPrefixMessages));
      expect(beginnings.get(purpose) ?? fixed).toBe(fixed);
      beginnings.set(purpose, fixed);
    }
  });

  it.each(["vanilla", "keyword", "top3", "history", "soft-prompt", "all"] as const)(
    "goes the same way with the rewriter %s",
    async (rewriter) => {
      const { events } = await play(replies, skills, { rewriter });
      expect(ofType(events, "verdict").map(({ verdict }) => verdict)).toEqual([
        "completed",
        "completed",
      ]);
      expect(foldTrace(events).outcome).toBe("answered");
    },
  );
});

it("tells by the model in its log which prompts a run used", async () => {
  const { events } = await play(skilled, true, {});
  expect(events[0]).toMatchObject({ type: "run-start", small: { skills: true } });
});

it("corrects a hop of which nothing was found, event by event", async () => {
  const { events } = await play(
    {
      ...skilled,
      plan: ["U1: Which town rules Austria?"],
      read: ["none", "Vienna", "Danube"],
      continue: [
        "U1: What is the capital of Austria?",
        "U2: Which river runs through Vienna?",
        "Final: Danube [2]",
      ],
    },
    true,
    { plan: "small", summarise: "small" },
  );
  const trace = foldTrace(events);
  expect(events.flatMap((event) => told(event, trace))).toEqual([
    "plan: U1: Which town rules Austria?",
    "branch plan at the question: Which town rules Austria?",
    "read: none",
    "deviation emptySpanGuard",
    "node-1 unsolved",
    "continue: U1: What is the capital of Austria?",
    "deviation correctUnsolved",
    "branch correct at node-1: What is the capital of Austria?",
    "read: Vienna",
    "node-2 completed",
    "continue: U2: Which river runs through Vienna?",
    "branch complete at node-2: Which river runs through Vienna?",
    "read: Danube",
    "node-3 completed",
    "continue: Final: Danube [2]",
    "branch complete at node-3: end",
    "deviation fillProcessedQueries",
    "summarise: Danube",
    "answer Danube [2]. The capital of Austria is Vienna [1]; Danube runs through Vienna [2].",
  ]);
});

function told(event: RunEvent, { calls }: Trace): string[] {
  switch (event.type) {
    case "call-end":
      return [`${calls.get(event.call)?.start.purpose}: ${event.output}`];
    case "branch-start": {
      const place = event.parent ?? "the question";
      return [`branch ${event.cause} at ${place}: ${event.nodes[0]?.query ?? "end"}`];
    }
    case "verdict":
      return [`${event.node} ${event.verdict}`];
    case "deviation":
      return [`deviation ${event.switch}`];
    case "answer":
      return [`answer ${event.text}`];
    default:
      return [];
  }
}
