import { describe, expect, it, vi } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { writeRunFile } from "../../log/file.ts";
import type { Run, RunRequest } from "../../runtime/run.ts";
import { comparisonPrice } from "../../session/comparison-price.ts";
import { makeTools, toolProblem } from "../../session/search-tools.ts";
import type { Services } from "../../session/services.ts";
import { newTool } from "../../session/tool-entry.ts";
import { toolMaker } from "../../session/tool-maker.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { fakeServices } from "../../testing/fake-services.ts";
import { createRuntime, type Runtime } from "./runtime.ts";

const question = "Which river flows through Vienna?";
const never = new Promise<never>(() => undefined);

function runtimeWith(changes: Partial<Services> = {}) {
  return createRuntime(fakeServices(changes));
}

function recordingRun() {
  const requests: RunRequest[] = [];
  const run: Run = async function* (request) {
    requests.push(request);
    yield* fakeRun();
  };
  return { requests, loadRun: () => Promise.resolve(run) };
}

function setUpLarge(runtime: Runtime): void {
  const { change, large } = runtime.settings.getState();
  change({ large: { ...large, baseUrl: "https://models.example/v1", model: "m" } });
}

const file = (text: string) => new Blob([text]);

describe("asking", () => {
  it("runs a question to its answer", async () => {
    const runtime = runtimeWith();
    await runtime.ask(question);
    const { phase, trace, error } = runtime.run.getState();
    expect({ phase, outcome: trace.outcome, error }).toEqual({
      phase: "ended",
      outcome: "answered",
      error: null,
    });
  });

  it.each([
    ["", "question-empty"],
    ["  \n ", "question-empty"],
    ["x".repeat(20_000), "question-too-long"],
  ])("refuses a bad question and keeps the run on the screen", async (text, code) => {
    const runtime = runtimeWith();
    await runtime.ask(question);
    const before = runtime.run.getState().events;
    await runtime.ask(text);
    expect(runtime.run.getState().error?.code).toBe(code);
    expect(runtime.run.getState().events).toBe(before);
  });

  it("passes on why nothing could be loaded", async () => {
    const runtime = runtimeWith({
      loadSmall: () => Promise.reject(new AppError("out-of-memory")),
    });
    await runtime.ask(question);
    expect(runtime.run.getState()).toMatchObject({
      phase: "ended",
      error: { code: "out-of-memory" },
    });
    expect(runtime.device.getState().small).toMatchObject({ status: "failed" });
  });

  it("stops while models load, without calling it an error", async () => {
    const runtime = runtimeWith({ loadSmall: () => never });
    const asked = runtime.ask(question);
    runtime.stop();
    await asked;
    expect(runtime.run.getState()).toMatchObject({ phase: "ended", error: null });
  });

  it("hands a stop on to the run", async () => {
    const run: Run = async function* (_request, _ports, signal) {
      const [start] = fakeRun();
      if (start !== undefined) yield start;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      yield { type: "run-end", seq: 1, atMs: 1, outcome: "stopped", error: null };
    };
    const runtime = runtimeWith({ loadRun: () => Promise.resolve(run) });
    const asked = runtime.ask(question);
    await vi.waitFor(() => expect(runtime.run.getState().phase).toBe("running"));
    runtime.stop();
    await asked;
    expect(runtime.run.getState().trace.outcome).toBe("stopped");
  });

  it("loads model and library once for many questions", async () => {
    const services = fakeServices();
    const loadSmall = vi.fn(services.loadSmall);
    const openLibrary = vi.fn(services.openLibrary);
    const runtime = createRuntime({ ...services, loadSmall, openLibrary });
    await runtime.ask(question);
    await runtime.ask(question);
    expect(loadSmall).toHaveBeenCalledTimes(1);
    expect(openLibrary).toHaveBeenCalledTimes(1);
  });

  it("loads anew after a failure, and after the choice has changed", async () => {
    const services = fakeServices();
    const loadSmall = vi.fn(services.loadSmall).mockRejectedValueOnce(new AppError("device-lost"));
    const runtime = createRuntime({ ...services, loadSmall });
    await runtime.ask(question);
    await runtime.ask(question);
    const { change, small } = runtime.settings.getState();
    change({ small: { ...small, device: "wasm", threads: 2 } });
    await runtime.ask(question);
    expect(loadSmall.mock.calls.map(([request]) => request.device)).toEqual([
      "auto",
      "auto",
      "wasm",
    ]);
  });

  it("asks for a large model only when a stage may need it and one is set up", async () => {
    const services = fakeServices();
    const connectServer = vi.fn(services.connectServer);
    const runtime = createRuntime({ ...services, connectServer });
    await runtime.ask(question);
    runtime.settings.getState().changeRun({ plan: "decide" });
    await runtime.ask(question);
    expect(connectServer).not.toHaveBeenCalled();
    setUpLarge(runtime);
    await runtime.ask(question);
    expect(connectServer).toHaveBeenCalledTimes(1);
  });

  it("does by the small model what was wished of a large one that is not there", async () => {
    const { requests, loadRun } = recordingRun();
    const runtime = runtimeWith({ loadRun });
    runtime.settings.getState().changeRun({ plan: "large", rewriteBy: "large" });
    await runtime.ask(question);
    expect(requests[0]?.settings).toMatchObject({ plan: "small", rewriteBy: "small" });
    expect(runtime.settings.getState().run.plan).toBe("large");
    expect(runtime.run.getState().error).toBeNull();
  });

  it("refuses to do a stage again by a large model that is not there, and keeps the run", async () => {
    const loadSmall = vi.fn(() => never);
    const runtime = runtimeWith({ loadSmall });
    await runtime.openRunFile(file(writeRunFile(fakeRun())));
    runtime.settings.getState().changeRun({ summarise: "large" });
    await runtime.retry({ kind: "stage", stage: "summarise" }, null);
    const { error, trace } = runtime.run.getState();
    expect([error?.code, trace.outcome]).toEqual(["remote-not-configured", "answered"]);
    expect(loadSmall).not.toHaveBeenCalled();
  });

  it("does by the small model what was left to decide, when there is no large one", async () => {
    const { requests, loadRun } = recordingRun();
    const runtime = runtimeWith({ loadRun });
    runtime.settings.getState().changeRun({ plan: "decide", summarise: "decide" });
    await runtime.ask(question);
    expect(requests[0]?.settings).toMatchObject({ plan: "small", summarise: "small" });
    expect(runtime.settings.getState().run.plan).toBe("decide");
  });

  it("keeps one budgetScope a question, over its retries and changes of the cap", async () => {
    const services = fakeServices();
    const connectServer = vi.fn(services.connectServer);
    const runtime = createRuntime({ ...services, connectServer });
    setUpLarge(runtime);
    runtime.settings.getState().changeRun({ plan: "large" });
    await runtime.ask(question);
    runtime.settings.getState().change({ caps: { perQuestionUsd: 2, perDayUsd: null } });
    await runtime.retry({ kind: "stage", stage: "plan" }, null);
    await runtime.ask(question);
    const [first, retried, next] = connectServer.mock.calls.map(([, budgetScope]) => budgetScope);
    expect(retried).toBe(first);
    expect(first?.caps.perQuestionUsd).toBe(2);
    expect(next).not.toBe(first);
  });
});

it("a run that is opened and goes on has spent what its log says, of its question's cap", async () => {
  const services = fakeServices();
  const connectServer = vi.fn(services.connectServer);
  const runtime = createRuntime({ ...services, connectServer });
  setUpLarge(runtime);
  await runtime.openRunFile(file(writeRunFile(fakeRun())));
  runtime.settings.getState().changeRun({ plan: "large" });
  await runtime.retry({ kind: "stage", stage: "plan" }, null);
  const [opened] = connectServer.mock.calls.map(([, budgetScope]) => budgetScope);
  expect(opened?.spentUsd).toBeCloseTo(foldLedger(fakeRun()).total.usd, 8);
  expect(opened?.spentUsd).toBeGreaterThan(0);
});

describe("search services", () => {
  const good = newTool("wikipedia", []);
  const searxng = newTool("searxng", []);
  const bad = { ...searxng, address: "foo" };

  /** The browser's own tools over a run that records its ports; no service is called. */
  function withTools() {
    const given: string[][] = [];
    const run: Run = async function* (_request, { tools }) {
      given.push(tools.map(({ ref }) => ref.id));
      yield* fakeRun();
    };
    const open = () => Promise.reject(new Error("there is no database here"));
    const runtime = runtimeWith({
      loadRun: () => Promise.resolve(run),
      searchTools: toolMaker((inputs) => Promise.resolve(makeTools(inputs, open))),
      toolProblem: (request) => Promise.resolve(toolProblem(request)),
    });
    runtime.settings.getState().change({ tools: [bad, good] });
    return { runtime, given };
  }

  it("that are mistyped stop no question, and are not asked", async () => {
    const { runtime, given } = withTools();
    await runtime.ask(question);
    const { trace, error } = runtime.run.getState();
    expect([trace.outcome, error, given]).toEqual(["answered", null, [["wikipedia"]]]);
  });

  it("are under the question's budgetScope, with its retries; a test is under the day's cap", async () => {
    const searchTools = vi.fn<Services["searchTools"]>(() => Promise.resolve([]));
    const runtime = runtimeWith({ searchTools });
    runtime.settings.getState().change({ caps: { perQuestionUsd: 1, perDayUsd: 5 } });
    await runtime.ask(question);
    runtime.settings.getState().change({ caps: { perQuestionUsd: 2, perDayUsd: 5 } });
    await runtime.retry({ kind: "stage", stage: "plan" }, null);
    await runtime.ask(question);
    await runtime.testTool({ tool: good, key: null }, new AbortController().signal);
    const [first, retried, next, test] = searchTools.mock.calls.map(
      ([, budgetScope]) => budgetScope,
    );
    expect(retried).toBe(first);
    expect(first?.caps).toEqual({ perQuestionUsd: 2, perDayUsd: 5 });
    expect(next).not.toBe(first);
    expect(test?.caps).toEqual({ perQuestionUsd: null, perDayUsd: 5 });
  });

  it("tell which field is wrong when they are tested", async () => {
    const { runtime } = withTools();
    const test = await runtime.testTool({ tool: bad, key: null }, new AbortController().signal);
    expect(test).toMatchObject({
      ok: false,
      error: {
        code: "tool-not-configured",
        params: { tool: "SearXNG", field: "baseUrl", problem: "invalid" },
      },
    });
  });
});

describe("retrying a step", () => {
  it("keeps what came before it and passes the rest to the core", async () => {
    const { requests, loadRun } = recordingRun();
    const runtime = runtimeWith({ loadRun });
    await runtime.ask(question);
    const before = runtime.run.getState().events;
    setUpLarge(runtime);
    await runtime.retry({ kind: "node", node: "n4" }, "large");
    const begins = before.findIndex((event) => event.type === "node-start" && event.node === "n4");
    expect(requests[1]).toMatchObject({
      settings: { solve: "small" },
      resume: { beforeSeq: begins, node: "n4", nodeTier: "large" },
    });
    expect(runtime.run.getState().trace.outcome).toBe("answered");
  });

  it("goes on from a person's word with everything kept but the end", async () => {
    const { requests, loadRun } = recordingRun();
    const runtime = runtimeWith({ loadRun });
    await runtime.ask(question);
    const before = runtime.run.getState().events;
    await runtime.retry({ kind: "correct", node: "n4", answer: "Nouakchott" }, null);
    expect(requests[1]).toMatchObject({
      resume: { beforeSeq: before.length - 1, node: "n4", correction: { answer: "Nouakchott" } },
    });
  });

  it("does nothing for a step that is not in the log", async () => {
    const { requests, loadRun } = recordingRun();
    const runtime = runtimeWith({ loadRun });
    await runtime.ask(question);
    await runtime.retry({ kind: "node", node: "nowhere" }, null);
    expect(requests).toHaveLength(1);
  });
});

describe("run files", () => {
  it("open what was saved, to the last event", async () => {
    const runtime = runtimeWith();
    await runtime.openRunFile(file(writeRunFile(fakeRun())));
    expect(runtime.run.getState()).toMatchObject({ phase: "ended", opened: true, error: null });
    expect(runtime.run.getState().events).toEqual(fakeRun());
  });

  it.each([
    ["{", "run-file-invalid"],
    ["[]", "run-file-invalid"],
    [writeRunFile(fakeRun().slice(3)), "run-file-invalid"],
    [writeRunFile(withVersion(999)), "run-file-too-new"],
  ])("that are broken or too new are refused, and nothing is lost", async (text, code) => {
    const runtime = runtimeWith();
    await runtime.ask(question);
    await runtime.openRunFile(file(text));
    expect(runtime.run.getState().error?.code).toBe(code);
    expect(runtime.run.getState().trace.outcome).toBe("answered");
  });

  it("of which two are opened at once show the one that was wanted last", async () => {
    const runtime = runtimeWith();
    const short = fakeRun().slice(0, 9);
    await Promise.all([runtime.openLog(short, "runs"), runtime.openLog(fakeRun(), "link")]);
    expect(runtime.run.getState().events).toEqual(fakeRun());
    expect(runtime.history.getState().origin).toBe("link");
  });

  it("hold no key, whatever was entered", async () => {
    const runtime = runtimeWith();
    const { change, large, setApiKey } = runtime.settings.getState();
    change({ large: { ...large, baseUrl: "https://models.example/v1" } });
    setApiKey("sk-never-to-be-seen");
    expect(Object.values(runtime.settings.getState().serverKeys)).toEqual(["sk-never-to-be-seen"]);
    await runtime.ask(question);
    expect(writeRunFile(runtime.run.getState().events)).not.toContain("sk-never");
  });
});

function withVersion(version: number): RunEvent[] {
  return fakeRun().map((event) => (event.type === "run-start" ? { ...event, version } : event));
}

describe("comparisonPrice", () => {
  const row = {
    id: "a",
    title: "A",
    inputPerMillion: 1,
    outputPerMillion: 2,
    cachedInputPerMillion: null,
    source: "",
    asOf: "",
  };

  it("is the large model's own, else the chosen one, else any, else unknown", () => {
    const other = { ...row, id: "b" };
    expect(comparisonPrice(row, [other], "b")).toBe(row);
    expect(comparisonPrice(null, [row, other], "b")).toBe(other);
    expect(comparisonPrice(null, [row, other], "gone")).toBe(row);
    expect(comparisonPrice(null, [], "b")).toBeNull();
  });
});
