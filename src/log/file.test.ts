import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import run3 from "../testing/core/run-v3.json";
import { fakeSettings } from "../testing/fakes.ts";
import { generatedLog } from "../testing/generated-log.ts";
import { AppError } from "./errors.ts";
import { logVersion } from "./events.ts";
import { openRunFile, openRunFileInParts, writeRunFile } from "./file.ts";

const {
  reader: _reader,
  rerank: _rerank,
  evidence: _evidence,
  evidenceThreshold: _threshold,
  ...settings2
} = fakeSettings;
const small = { engine: "fake", model: "m", tier: "small", destination: "device", price: null };
const start = {
  type: "run-start",
  seq: 0,
  atMs: 0,
  version: logVersion,
  runId: "r",
  startedAtEpochMs: 0,
  question: "Q?",
  settings: fakeSettings,
  small,
  large: null,
  library: { id: "l", title: "L", edition: "1", passages: 1, visibility: "private" },
  continues: null,
};
const branch = (seq: number, parent: string | null, id: string) => ({
  type: "branch-start",
  seq,
  atMs: 1,
  branch: `b${seq}`,
  parent,
  cause: parent === null ? "plan" : "complete",
  call: null,
  nodes: [{ id, query: "Q", answer: null }],
  finalContent: null,
});
const end = { type: "run-end", seq: 1, atMs: 5, outcome: "stopped", error: null };
const file = (events: unknown[]) => JSON.stringify({ format: "hopwise-run", events });

function codeOf(text: string): string {
  try {
    openRunFile(text);
  } catch (error) {
    return error instanceof AppError ? error.code : "not an AppError";
  }
  return "opened";
}

describe("run files", () => {
  it("open as they were written", () => {
    const events = openRunFile(file([start, end]));
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("open a part at a time as they do at once, and let others go on in between", async () => {
    const text = writeRunFile(generatedLog(100));
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    expect(await openRunFileInParts(text, pause)).toEqual(openRunFile(text));
    expect(pauses).toBeGreaterThan(3);
    const wrong = file([start, { ...end, outcome: "maybe" }]);
    await expect(openRunFileInParts(wrong, pause)).rejects.toMatchObject({
      code: "run-file-invalid",
      params: { event: 1 },
    });
  });

  it("of version 1 still open", () => {
    const { answerForm: _form, rougeThreshold: _alpha, ...settings } = settings2;
    const { continues: _continues, ...old } = start;
    const events = openRunFile(
      file([
        { ...old, version: 1, settings },
        { ...end, outcome: "cancelled" },
      ]),
    );
    expect(events[0]).toMatchObject({
      version: logVersion,
      settings: fakeSettings,
      continues: null,
    });
    expect(events[1]).toMatchObject({ outcome: "stopped" });
  });

  it("of version 2 still open: the language model read, and charges say what they were for", () => {
    const charge = {
      call: "call-1",
      stage: "plan",
      purpose: "plan",
      node: null,
      model: small,
      tier: "small",
      usage: { promptTokens: 7, cachedTokens: null, generatedTokens: 1 },
      cost: { usd: 0, basis: "local" },
      seconds: 1,
      bytesSent: 0,
    };
    const search = { ...charge, call: null, purpose: null, model: null, tier: null, usage: null };
    const events = openRunFile(
      file([
        { ...start, version: 2, settings: settings2 },
        {
          type: "run-resume",
          seq: 1,
          atMs: 1,
          settings: settings2,
          small,
          large: null,
          library: start.library,
          node: null,
          dropped: [charge, search],
        },
        { ...end, seq: 2 },
      ]),
    );
    expect(events[0]).toMatchObject({ version: logVersion, settings: fakeSettings });
    expect(events[1]).toMatchObject({
      settings: fakeSettings,
      dropped: [{ kind: "call" }, { kind: "retrieval" }],
    });
    expect(foldLedger(events).total).toMatchObject({ calls: 1, retrievals: 1, readings: 0 });
  });

  it("of version 3 still open, as that version wrote them: a plan, the library, and no more", () => {
    const events = openRunFile(JSON.stringify(run3));
    const stages4 = {
      gate: { kind: "off" },
      source: { choice: "fixed", tool: "library" },
      filter: { kind: "off" },
      fallback: { on: false },
    };
    expect(events).toHaveLength(run3.events.length);
    expect(events[0]).toMatchObject({
      version: logVersion,
      settings: { ...stages4, plan: "decide", solve: "small", rewriteBy: "small" },
    });
    const resumed = events.find(({ type }) => type === "run-resume");
    expect(resumed).toMatchObject({ settings: { ...stages4, solve: "large", rewriteBy: "large" } });
    const trace = foldTrace(events);
    expect(
      [...trace.nodes.values()].map(({ id, status, abandoned }) => [id, status, abandoned]),
    ).toEqual([
      ["node-1", "corrected", false],
      ["node-2", "waiting", true],
      ["node-3", "completed", false],
    ]);
    expect(trace.answer?.short).toBe("Danube");
    expect(foldLedger(events).total).toMatchObject({ calls: 9, largeCalls: 2, retrievals: 2 });
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("of version 5 still open: a model always concluded", () => {
    const { arithmetic: _arithmetic, ...settings } = fakeSettings;
    const [first] = openRunFile(file([{ ...start, version: 5, settings }, end]));
    expect(first).toMatchObject({ version: logVersion, settings: { arithmetic: false } });
  });

  it("of version 6 still open: what a run went on without was forgotten", () => {
    const [first] = openRunFile(file([{ ...start, version: 6 }, end]));
    expect(first).toMatchObject({ version: logVersion });
  });

  it("of version 7 still open: nobody read again what the encoder was unsure of", () => {
    const [first] = openRunFile(file([{ ...start, version: 7 }, end]));
    expect(first).toMatchObject({ version: logVersion });
  });

  it.each([
    [{ id: "factbook" }, { visibility: "public" }],
    [{ id: "context:q7" }, { visibility: "public", question: "q7" }],
    [{ id: "own:1" }, { visibility: "private" }],
    [{ id: "own:1", public: true }, { visibility: "public" }],
    [{ id: "factbook-of-mine" }, { visibility: "private" }],
  ])("of version 8 still open: the name told whose library %j was", (named, expected) => {
    const { visibility: _visibility, ...old } = start.library;
    const library = { ...old, ...named };
    const resume = { ...start, type: "run-resume", seq: 1, node: null };
    const tool = (destination: string) => ({ id: "t", title: "T", destination, usdPerThousand: 0 });
    const source = {
      type: "source",
      ...{ seq: 2, atMs: 2, node: "n", choice: "best-predicted", lambda: null },
      tool: tool("https://en.wikipedia.org"),
      predicted: [{ tool: tool("https://house.example"), score: 1 }],
    };
    const charge = {
      ...{ kind: "retrieval", call: null, stage: "solve", purpose: null, node: null, model: null },
      ...{ tier: null, usage: null, cost: { usd: 0, basis: "local" }, seconds: 1, bytesSent: 0 },
      tool: tool("https://api.search.brave.com"),
    };
    const events = openRunFile(
      file([
        { ...start, version: 8, library },
        { ...resume, library, dropped: [charge] },
        source,
        { ...end, seq: 3 },
      ]),
    );
    expect(events).toMatchObject([
      { version: logVersion, library: expected },
      { library: expected, dropped: [{ tool: { visibility: "public" } }] },
      { tool: { visibility: "public" }, predicted: [{ tool: { visibility: "private" } }] },
      {},
    ]);
    expect(events[0]).not.toHaveProperty("library.public");
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("of version 9 still open: what continued a chain was billed to the solving", () => {
    const charge = {
      ...{
        kind: "call",
        call: "c",
        node: "n",
        model: small,
        tier: "small",
        seconds: 1,
        bytesSent: 0,
      },
      usage: { promptTokens: 7, cachedTokens: null, generatedTokens: 1 },
      cost: { usd: 0, basis: "local" },
    };
    const call = {
      ...{ type: "call-start", node: "n", model: small, messages: [], assistantPrefix: "" },
      ...{ constraint: null, maxTokens: 9, atMs: 1 },
    };
    const solving = { ...charge, stage: "solve" };
    const dropped = [
      { ...solving, purpose: "continue" },
      { ...solving, purpose: "read" },
    ];
    const events = openRunFile(
      file([
        { ...start, version: 9 },
        { ...call, seq: 1, call: "call-1", stage: "solve", purpose: "continue" },
        { ...call, seq: 2, call: "call-2", stage: "solve", purpose: "read" },
        { ...start, type: "run-resume", seq: 3, node: null, dropped },
        { ...end, seq: 4 },
      ]),
    );
    expect(events).toMatchObject([
      { version: logVersion },
      { stage: "plan", purpose: "continue" },
      { stage: "solve", purpose: "read" },
      { dropped: [{ stage: "plan" }, { stage: "solve" }] },
      {},
    ]);
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("that were recorded long ago tell planning from reading", () => {
    const { byStage, charges } = foldLedger(openRunFile(JSON.stringify(run3)));
    const planning = ["decide", "plan", "continue"];
    const calls = charges.filter(({ stage }) => stage === "plan");
    expect(calls.map(({ purpose }) => purpose)).toEqual(["decide", "plan", "continue", "continue"]);
    expect(byStage.plan.calls).toBe(4);
    expect(byStage.solve.calls).toBe(
      charges.filter(
        ({ kind, stage, purpose }) =>
          kind === "call" && stage === "solve" && !planning.includes(purpose ?? ""),
      ).length,
    );
  });

  it("of version 9, as the run on arrival was recorded, open as today's do", async () => {
    const today = await readFile("src/testing/runs/siam.run.json", "utf8");
    const old = today
      .replace(/"version":\d+/u, '"version":9')
      .replaceAll('"stage":"plan","purpose":"continue"', '"stage":"solve","purpose":"continue"');
    expect(old.length).toBeGreaterThan(today.length);
    expect(openRunFile(old)).toEqual(openRunFile(today));
  });

  it("refuses a library or service of today that does not tell whose it is", () => {
    const { visibility: _visibility, ...library } = start.library;
    expect(codeOf(file([{ ...start, library }, end]))).toBe("run-file-invalid");
  });

  it.each([
    ["not JSON", "{"],
    ["another file", "[]"],
    ["no events", file([])],
    ["no run-start", file([end])],
    ["an unknown event", file([start, { ...end, type: "surprise" }])],
    ["a wrong field", file([start, { ...end, outcome: "maybe" }])],
    ["a gap", file([start, { ...end, seq: 7 }])],
    ["a branch at its own step", file([start, branch(1, "n1", "n1")])],
    ["a branch at no step", file([start, branch(1, null, "n1"), branch(2, "n7", "n2")])],
    ["a step twice", file([start, branch(1, null, "n1"), branch(2, "n1", "n1")])],
    ["events after the end", file([start, end, { ...end, seq: 2 }])],
  ])("with %s are refused", (_what, text) => {
    expect(codeOf(text)).toBe("run-file-invalid");
  });

  it("from the future are refused as such", () => {
    expect(codeOf(file([{ ...start, version: logVersion + 1 }]))).toBe("run-file-too-new");
  });
});
