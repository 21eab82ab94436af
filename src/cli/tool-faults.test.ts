/** A search service fails over a real socket: the run records it and the library answers. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { RunEvent } from "../log/events.ts";
import { openLog } from "../log/file.ts";
import type { RunSettings } from "../log/types.ts";
import { methods } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { loadSearchServices } from "../retrieval/search-services/tool.ts";
import { startingPreset } from "../session/presets.ts";
import { collect, FakeSignal, fakeModel, fakePorts } from "../testing/fakes.ts";
import {
  type Reply,
  type SearchServer,
  startSearchServer,
} from "../testing/tools/search-server.ts";
import { testServices } from "../testing/tools/services.ts";

const alone = { large: false, heads: false, tools: [], routerTools: null };
const question = "Which river runs through the capital of Austria?";
let reply: Reply = { kind: "silent" };
let server: SearchServer;

beforeEach(async () => {
  server = await startSearchServer(() => reply);
});
afterEach(() => server.close());

const small = () =>
  fakeModel("small", ({ purpose }) => {
    if (purpose === "judge") return { text: "no", yes: 0 };
    if (purpose === "relevance") return { text: "yes", yes: 1 };
    if (purpose === "plan") return "What is the capital of Austria?";
    return { text: "Vienna", logprob: -3 };
  });

function settingsOf(id: string): RunSettings {
  const method = methods.all.find((one) => one.id === id);
  const preset = method === undefined ? null : startingPreset(method, alone);
  if (preset === null) throw new Error(`${id} has no preset`);
  return { ...preset.settings, source: { choice: "fixed", tool: "mine" } };
}

async function ask(id: string): Promise<RunEvent[]> {
  const services = testServices();
  // Only the silent reply gets a short time-out, since a busy machine answers late.
  if (reply.kind === "silent") services.timeoutTakesMs = 50;
  const settings = { kind: "searxng", id: "mine", title: "Mine", baseUrl: server.origin };
  const { createTool, toolSettings } = await loadSearchServices();
  const tools = [createTool(toolSettings.parse(settings), services)];
  const request = { runId: "r", question, settings: settingsOf(id) };
  const ports = { ...fakePorts(small()), tools };
  return openLog(await collect(run(request, ports, new FakeSignal())));
}

const failuresOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === "tool-failure" ? [event] : []));

describe("a question for a service that fails", () => {
  it.each<[string, Reply, string, string | null]>([
    ["never answers", { kind: "silent" }, "tool-timeout", null],
    ["has had too many requests", { kind: "status", status: 429 }, "tool-rate-limited", null],
    ["breaks", { kind: "status", status: 500 }, "tool-server-error", null],
    [
      "answers with a page",
      { kind: "text", text: "<p>Hi", type: "text/html" },
      "tool-bad-response",
      "html",
    ],
    [
      "answers nothing",
      { kind: "text", text: "", type: "application/json" },
      "tool-bad-response",
      "empty",
    ],
    ["answers with 10 MB", { kind: "huge", bytes: 10_000_000 }, "tool-bad-response", "too-large"],
    ["hangs up", { kind: "reset" }, "tool-unreachable-or-cors", null],
  ])(
    "that %s is answered from the library, and the failure is told",
    async (_, given, code, reason) => {
      reply = given;
      const events = await ask("homo-router");
      const [failure] = failuresOf(events);
      expect(failure).toMatchObject({ tool: { id: "mine" }, error: { code }, instead: "hybrid" });
      if (reason !== null) expect(failure?.error.params["reason"]).toBe(reason);
      const trace = foldTrace(events);
      expect(trace.outcome).toBe("answered");
      expect(trace.answer?.short).toBe("Vienna");
      expect([...trace.passages.keys()]).toEqual(expect.arrayContaining(["at"]));
      const { total, bytesByDestination } = foldLedger(events);
      expect(total.usd).toBe(0);
      expect(bytesByDestination.get(server.origin)).toBeGreaterThan(0);
    },
  );

  it("that finds nothing is no failure, and is answered all the same", async () => {
    reply = { kind: "json", body: { results: [] } };
    const events = await ask("homo-router");
    expect(failuresOf(events)).toEqual([]);
    expect(foldTrace(events).outcome).toBe("answered");
  });
});

const searching = methods.all.filter(({ controls }) => controls.includes("source.tool"));

it.each(searching.map(({ id }) => id))("%s goes on where the service breaks", async (id) => {
  reply = { kind: "status", status: 500 };
  const events = await ask(id);
  const trace = foldTrace(events);
  expect(trace.outcome).toBe("answered");
  expect(trace.answer).not.toBeNull();
  expect(failuresOf(events).length).toBeGreaterThan(0);
});
