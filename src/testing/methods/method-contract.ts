import fc from "fast-check";
import { expect, it } from "vitest";
import { foldAnswerState } from "../../folds/answer-state.ts";
import { type Entry, foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLog } from "../../log/file.ts";
import { run } from "../../methods/registry.ts";
import type { MethodInfo, Preset } from "../../runtime/method.ts";
import type { ChatModel, Ports } from "../../runtime/ports.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
} from "../fakes.ts";
import { fakeTool, priced } from "./stage-runs.ts";

const patient = { timeout: 60_000 };

export const question = "Which river runs through the capital of Austria?";
/** No key may appear in a log. */
const key = "sk-never-in-a-log";

export const sensible: FakeScript = ({ purpose }) => {
  const replies: Partial<Record<string, string>> = {
    decide: "no",
    judge: "no",
    relevance: "yes",
    plan: "[Unsolved Query]: What is the capital of Austria?",
    continue: "[Final Content]: Danube [1]",
    read: "Vienna",
    rewrite: "capital Austria",
    digest: "Austria",
    claims: "Query: capital Austria\nClaim: It is the Mur. | river Mur",
    decompose: "1. What is the capital of Austria?\n2. Which river runs through Vienna?",
    reason: "The capital is Vienna. So the answer is: Danube",
    proxy: "Danube",
  };
  return { text: replies[purpose] ?? "Answer: Danube\nIt runs through Vienna [1].", logprob: -0.9 };
};

const web = { id: "web:1", title: "Vienna", text: "Vienna lies on the Danube." };

interface World {
  small?: FakeScript;
  large?: FakeScript;
  skills?: boolean;
  heads?: boolean;
  stopAt?: number;
}

interface Stage {
  ports: Ports;
  signal: FakeSignal;
  calls: () => number;
}

export function stageFor(world: World = {}): Stage {
  const signal = new FakeSignal();
  let calls = 0;
  const counted =
    (script: FakeScript): FakeScript =>
    (request) => {
      calls += 1;
      if (calls === world.stopAt) signal.aborted = true;
      return script(request);
    };
  const keyed = (model: ChatModel): ChatModel => Object.assign(model, { key });
  const small = fakeModel("small", counted(world.small ?? sensible), {
    skills: world.skills ?? false,
  });
  const large = fakeModel("large", counted(world.large ?? world.small ?? sensible));
  const reader = fakeReader((_question, text) =>
    text.includes("Danube") ? { span: "Danube" } : {},
  );
  const ports: Ports = {
    ...fakePorts(keyed(small), keyed(large), world.heads === false ? null : reader),
    tools: [Object.assign(fakeTool(priced("web", 5), web), { key })],
    router: {
      toolIds: ["none", "bm25", "web"],
      lambda: 0.01,
      trainedOn: 60,
      predict: async () => ({ none: 0.1, bm25: 0.5, web: 0.9 }),
    },
  };
  return { ports, signal, calls: () => calls };
}

function ask({ settings }: Preset, { ports, signal }: Stage): Promise<RunEvent[]> {
  return collect(run({ runId: "r", question, settings }, ports, signal));
}

export function expectSound(events: readonly RunEvent[]): void {
  expect(events[0]?.type).toBe("run-start");
  expect(events.at(-1)?.type).toBe("run-end");
  expect(events.filter(({ type }) => type === "run-start" || type === "run-end")).toHaveLength(2);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  const text = JSON.stringify(events);
  expect(text).not.toContain(key);
  expect(openLog(JSON.parse(text))).toEqual(events);
  expectTree(events);
  expectCalls(events);
  expectLedger(events);
  expectState(events);
}

function expectState(events: readonly RunEvent[]): void {
  const state = foldAnswerState(events);
  const answered = events.at(-1);
  if (answered?.type === "run-end" && answered.outcome === "answered") expect(state).not.toBeNull();
  const looked = events.some(({ type }) => type === "retrieval");
  if (state !== null && !looked) expect(state).toMatchObject({ kind: "not-in-library" });
}

function expectTree(events: readonly RunEvent[]): void {
  const { nodes } = foldTrace(events);
  for (const { parent } of nodes.values())
    if (parent !== null) expect(nodes.has(parent)).toBe(true);
  const about = events.flatMap((event) =>
    "node" in event && event.node !== null ? [event.node] : [],
  );
  expect(about.filter((node) => !nodes.has(node))).toEqual([]);
}

function expectCalls(events: readonly RunEvent[]): void {
  const begun = events.flatMap((event) => (event.type === "call-start" ? [event.call] : []));
  const ended = events.flatMap((event) =>
    event.type === "call-end" || event.type === "call-error" ? [event.call] : [],
  );
  expect(new Set(begun).size).toBe(begun.length);
  expect(ended).toEqual(begun);
}

function expectLedger(events: readonly RunEvent[]): void {
  const { total, byNode } = foldLedger(events);
  const paid = paidIn(events);
  expectSums(total, paid);
  for (const [node, entry] of byNode) {
    expectSums(
      entry,
      paid.filter((one) => one.node === node),
    );
  }
  const nodes = new Set(paid.flatMap(({ node }) => node ?? []));
  expect([...nodes].filter((node) => !byNode.has(node))).toEqual([]);
}

interface Paid {
  node: string | null;
  calls: number;
  usd: number | null;
  bytesSent: number;
}

function paidIn(events: readonly RunEvent[]): Paid[] {
  const about = new Map<string, string | null>();
  return events.flatMap((event): Paid[] => {
    switch (event.type) {
      case "call-start":
        about.set(event.call, event.node);
        return [];
      case "call-end":
      case "call-error": {
        const { bytesSent, cost } = event;
        return [{ node: about.get(event.call) ?? null, calls: 1, usd: cost.usd, bytesSent }];
      }
      case "retrieval":
      case "tool-failure": {
        const { node, bytesSent, cost } = event;
        return [{ node, calls: 0, usd: cost === undefined ? 0 : cost.usd, bytesSent }];
      }
      default:
        return [];
    }
  });
}

function expectSums(entry: Entry, paid: readonly Paid[]): void {
  expect(entry.calls).toBe(paid.reduce((sum, { calls }) => sum + calls, 0));
  expect(entry.bytesSent).toBe(paid.reduce((sum, { bytesSent }) => sum + bytesSent, 0));
  expect(entry.usd).toBeCloseTo(
    paid.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    12,
  );
  expect(entry.unknownUsdCalls).toBe(paid.filter(({ usd }) => usd === null).length);
}

function expectAnswered(events: readonly RunEvent[]): void {
  expectSound(events);
  expect(events.at(-1)).toMatchObject({ outcome: "answered" });
  const answers = events.filter(({ type }) => type === "answer");
  expect(answers).toHaveLength(1);
  const { nodes, outcome } = foldTrace(events);
  expect(nodes.size).toBeGreaterThan(0);
  expect(outcome).toBe("answered");
}

export function describeMethodContract(method: MethodInfo, preset: Preset): void {
  it("runs by its own method's settings", () => {
    expect(preset.settings.method).toBe(method.id);
    expect(preset.title).not.toBe("");
    expect(preset.description).not.toBe("");
  });

  it("answers, with a sound log", async () => {
    const events = await ask(preset, stageFor());
    expectAnswered(events);
    expect(foldTrace(events).answer?.short.trim()).not.toBe("");
  });

  it("answers with a trained small model, and without heads in the encoder", async () => {
    expectAnswered(await ask(preset, stageFor({ skills: true })));
    expectAnswered(await ask(preset, stageFor({ heads: false })));
  });

  it("stops within one step of being told", patient, async () => {
    for (const stopAt of [1, 2, 3]) {
      const stage = stageFor({ stopAt });
      const events = await ask(preset, stage);
      expectSound(events);
      if (stage.calls() < stopAt) continue;
      expect(events.at(-1)).toMatchObject({ outcome: "stopped", error: { code: "stopped" } });
      expect(stage.calls()).toBe(stopAt);
    }
  });

  it("answers whatever the models say", patient, async () => {
    await fc.assert(
      fc.asyncProperty(adversarial, fc.boolean(), async (texts, skills) => {
        let index = 0;
        const small: FakeScript = () => texts[index++ % texts.length] ?? "";
        const stage = stageFor({ small, skills });
        expectAnswered(await ask(preset, stage));
        expect(stage.calls()).toBeLessThan(mostCalls);
      }),
      { numRuns: 8, seed: 20261121 },
    );
  });

  it("resumes, or begins anew, from any place and keeps what it has spent", patient, async () => {
    const events = await ask(preset, stageFor());
    const spent = foldLedger(events).total;
    const { settings } = preset;
    for (const share of [0, 0.3, 0.6, 0.9]) {
      const beforeSeq = Math.max(1, Math.floor(events.length * share));
      const { ports, signal } = stageFor();
      const resume = { events, beforeSeq, node: null };
      const again = await collect(run({ runId: "r2", question, settings, resume }, ports, signal));
      expect(again.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
      expect(openLog(JSON.parse(JSON.stringify(again)))).toEqual(again);
      expectTree(again);
      const { total } = foldLedger(again);
      expect(total.calls).toBeGreaterThanOrEqual(spent.calls);
      expect(total.usd).toBeGreaterThanOrEqual(spent.usd - 1e-12);
    }
  });
}

/** No paper's method needs nearly as many. */
const mostCalls = 400;

/** Malformed lines of every form, and arbitrary text. */
export const adversarial = fc.array(
  fc.oneof(
    fc.constantFrom(
      "yes",
      "no",
      "none",
      "",
      "1. What is X?\n2. What is Y?",
      `1. ${question}\n2. ${question}`,
      "[Unsolved Query]: What is X?",
      "Q1: X?\nA1: y\nU2: Z?",
      "Query: x\nClaim: y | z\nClaim: |",
      "Follow up: What is X?\nIntermediate answer: y",
      "So the final answer is:",
      "Answer:",
      "1, 7, 99999",
    ),
    fc.string({ unit: "binary", maxLength: 60 }),
  ),
  { minLength: 1, maxLength: 6 },
);
