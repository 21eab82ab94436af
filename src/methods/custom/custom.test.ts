import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import type { Ports } from "../../runtime/ports.ts";
import { collect, FakeSignal, fakePorts, fakeReader, fakeSettings } from "../../testing/fakes.ts";
import { ofType, question, verdicts } from "../../testing/methods/fake-runs.ts";
import {
  askStages,
  fakeTool,
  priced,
  chainSolver as solver,
} from "../../testing/methods/stage-runs.ts";
import { run } from "../registry.ts";

const chain: RunSettings = {
  ...fakeSettings,
  method: "composed",
  fallback: { ...fakeSettings.fallback, maxDepth: 2 },
};
const judged = { kind: "judge", by: "small", judge: "model", threshold: 0.5 } as const;

const asking = (changes: Partial<RunSettings>, small = solver(), ports: Partial<Ports> = {}) =>
  askStages({ ...chain, ...changes }, { small }, ports);

describe("a gate before a plan", () => {
  it("answers what is known by heart, without a chain", async () => {
    const small = solver({ judge: "yes", answer: "Danube" });
    const events = await asking({ gate: judged }, small);
    expect(small.requests.map(({ purpose }) => purpose)).toEqual(["proxy", "judge", "answer"]);
    const trace = foldTrace(events);
    expect(trace.nodes.get("node-1")).toMatchObject({ query: question, status: "known" });
    expect(trace.answer?.short).toBe("Danube");
    expect(trace.finishedStages).toEqual(["summarise"]);
  });

  it("lets the plan go on where it is not, beside the question and not after it", async () => {
    const events = await asking({ gate: judged });
    const plain = await asking({});
    expect(verdicts(events)).toEqual(["unknown", ...verdicts(plain)]);
    const trace = foldTrace(events);
    expect([...trace.nodes.values()].map(({ id, parent }) => [id, parent])).toEqual([
      ["node-1", null],
      ["node-2", null],
      ["node-3", "node-2"],
    ]);
    expect(trace.answer?.path.map(({ answer }) => answer)).toEqual(["Vienna", "Danube"]);
  });

  it("does not take a step that repeats the question for one that was walked", async () => {
    const small = solver({
      plan: `${question}\nA1: Mur`,
      read: "Danube",
      continue: "Final: Danube",
    });
    const retrieval = { ...fakeSettings.retrieval, k: 2 };
    const events = await asking({ gate: judged, retrieval }, small);
    expect(verdicts(events)).toEqual(["unknown", "corrected"]);
  });

  it.each(["gate", "verdict", "stage-end"])("is gone on with after its %s", async (type) => {
    const settings = { ...chain, gate: judged };
    const events = await askStages(settings, { small: solver() });
    const beforeSeq = events.findIndex((event) => event.type === type) + 1;
    const small = solver();
    const resume = { events, beforeSeq, node: null };
    const again = await collect(
      run({ runId: "r2", question, settings, resume }, fakePorts(small), new FakeSignal()),
    );
    expect(small.requests.filter(({ purpose }) => purpose === "judge")).toEqual([]);
    expect(verdicts(again)).toEqual(verdicts(events));
    expect(foldTrace(again).answer?.short).toBe("Danube");
    expect(openLog(JSON.parse(JSON.stringify(again)))).toEqual(again);
  });
});

describe("a hop of a chain", () => {
  it("asks the tool that is chosen for it", async () => {
    const web = { id: "web:1", title: "", text: "Vienna lies on the Danube." };
    const router = {
      toolIds: ["bm25", "web"],
      lambda: 0,
      trainedOn: 9,
      predict: async (asked: string) => ({ bm25: 0.5, web: asked.includes("river") ? 0.9 : 0.1 }),
    };
    const events = await asking(
      { source: { choice: "best-predicted", tool: "library" } },
      solver(),
      {
        router,
        tools: [fakeTool(priced("web", 5), web)],
      },
    );
    expect(ofType(events, "source").map(({ node, tool }) => [node, tool.id])).toEqual([
      ["node-1", "bm25"],
      ["node-2", "web"],
    ]);
    expect(foldLedger(events).total.usd).toBeCloseTo(0.005, 12);
    expect(foldTrace(events).answer?.citations.map(({ passageId }) => passageId)).toEqual([
      "at",
      "web:1",
    ]);
  });

  it("is answered from memory with the tool none, unless the plan has answered it", async () => {
    const small = solver({ answer: ["Vienna", "Danube"] });
    const none = { source: { choice: "fixed", tool: "none" } } as const;
    const events = await asking(none, small);
    expect(ofType(events, "retrieval")).toEqual([]);
    expect(verdicts(events)).toEqual(["completed", "completed"]);
    const planned = await asking(none, solver({ plan: "What is it?\nA1: Danube" }));
    expect(verdicts(planned)).toEqual(["accepted"]);
  });

  it("is read only where its passages help", async () => {
    const filter = { kind: "per-passage", by: "small", threshold: 0.5, claims: true } as const;
    const small = solver({ relevance: ["yes", "no"] });
    const events = await asking({ filter }, small);
    expect(
      ofType(events, "filter").map(({ node, judged: all }) => [node, all[0]?.relevant]),
    ).toEqual([
      ["node-1", true],
      ["node-2", false],
    ]);
    expect(verdicts(events)).toEqual(["completed", "unsolved"]);
    expect(small.requests.filter(({ purpose }) => purpose === "read")).toHaveLength(1);
    expect(foldTrace(events).nodes.get("node-2")?.passages).toEqual([]);
  });

  it("is read by the encoder after the encoder has filtered", async () => {
    const filter = { kind: "per-passage", by: "encoder", threshold: 0.4, claims: true } as const;
    const reader = fakeReader((asked) => ({
      span: asked.includes("capital") ? "Vienna" : "Danube",
    }));
    const events = await asking({ filter, reader: "encoder", rerank: true }, solver(), { reader });
    expect(ofType(events, "reading").map(({ node, use }) => [node, use])).toEqual([
      ["node-1", "rank"],
      ["node-1", "filter"],
      ["node-1", "read"],
      ["node-2", "rank"],
      ["node-2", "filter"],
      ["node-2", "read"],
    ]);
    expect(foldTrace(events).answer?.short).toBe("Danube");
  });

  it("searches for the claims of its own heuristic answer", async () => {
    const small = solver({ claims: "Claim: The capital is Graz. | Graz Austria" });
    const events = await asking({ rewriter: "claims" }, small);
    const trace = foldTrace(events);
    expect(trace.branches.map(({ cause, parent }) => [cause, parent])).toEqual([
      ["plan", null],
      ["claims", "node-1"],
      ["complete", "node-1"],
      ["claims", "node-3"],
      ["complete", "node-3"],
    ]);
    expect([...trace.nodes.values()].every(({ abandoned }) => !abandoned)).toBe(true);
    expect(trace.answer?.path.map(({ node }) => node)).toEqual(["node-1", "node-3"]);
  });
});

describe("a hop that stays unsolved", () => {
  const on = { on: true, by: "small", maxDepth: 2, fillEarlier: false } as const;
  const splitting = (replies: Parameters<typeof solver>[0] = {}) =>
    solver({
      read: ["none", "Danube"],
      decompose: "1. Which city is the seat of Austria's government?\n2. Is it the capital?",
      answer: ["Vienna", "yes", "Vienna"],
      ...replies,
    });

  it("is split, its parts are answered, and their answer completes it", async () => {
    const small = splitting();
    const events = await asking({ fallback: on }, small);
    expect(verdicts(events)).toEqual(["answered", "answered", "completed", "completed"]);
    const trace = foldTrace(events);
    expect(
      [...trace.nodes.values()].map(({ id, parent, abandoned }) => [id, parent, abandoned]),
    ).toEqual([
      ["node-1", null, false],
      ["node-2", "node-1", false],
      ["node-3", "node-1", false],
      ["node-4", "node-1", false],
    ]);
    expect(trace.nodes.get("node-1")?.answer).toBe("Vienna");
    expect(trace.answer?.path.map(({ node }) => node)).toEqual(["node-1", "node-4"]);
    expect(
      ofType(events, "call-start").every(
        ({ stage, purpose }) => purpose !== "answer" || stage === "solve",
      ),
    ).toBe(true);
  });

  it("stays so where its parts come to nothing, or no level is left", async () => {
    const empty = await asking({ fallback: on }, splitting({ answer: "none" }));
    expect(verdicts(empty).filter((one) => one === "unsolved")).toHaveLength(1);
    const shallow = await asking({ fallback: { ...on, maxDepth: 1 } }, splitting());
    expect(verdicts(shallow)).toEqual(["unsolved"]);
    expect(ofType(shallow, "deviation").map((event) => event.switch)).toContain("depthLimit");
  });

  it("goes straight to its parts where no passage is to count", async () => {
    const filter = { kind: "none", by: "encoder", threshold: 0.5, claims: true } as const;
    const known = { ...judged, kind: "self-knowledge" } as const;
    const small = splitting({ judge: ["no", "yes", "yes", "yes"] });
    const events = await asking({ fallback: on, filter, gate: known }, small);
    expect(ofType(events, "retrieval")).toEqual([]);
    expect(verdicts(events).slice(0, 4)).toEqual(["unknown", "known", "known", "completed"]);
  });
});
