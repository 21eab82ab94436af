/** A search service needs one object and one line (`src/testing/tools/toy-search-service.ts`). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldTrace } from "../folds/trace.ts";
import { writeRunFile } from "../log/file.ts";
import { findMethod, firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { readTools } from "../node/services.ts";
import { loadSearchServices } from "../retrieval/search-services/tool.ts";
import { collect, FakeSignal, fakeModel, fakePorts } from "../testing/fakes.ts";
import { testKey } from "../testing/tools/kinds.ts";
import {
  type Reply,
  type SearchServer,
  startSearchServer,
} from "../testing/tools/search-server.ts";
import { describeSearchServiceContract } from "../testing/tools/search-service-contract.ts";
import { testServices } from "../testing/tools/services.ts";
import { toyPlayed } from "../testing/tools/toy-search-service.ts";
import { helpText } from "./help.ts";

const loaded = await loadSearchServices();

describe("the contract of a toy search service", () =>
  describeSearchServiceContract(toyPlayed, loaded));

describe("a toy search service on the command line", () => {
  const read = (entry: object, environment = {}) =>
    readTools(JSON.stringify([entry]), "tools.json", environment, loaded);
  const toy = { kind: "toy", apiKey: "$TOY", shelf: "maps" };

  it("is in the help, with what it wants", () => {
    expect(helpText(firstMethod)).toContain("toy (apiKey, shelf)");
  });

  it("is read from a file, its key from the environment", () => {
    const [settings] = read(toy, { TOY: "k" });
    expect(settings).toMatchObject({ id: "toy", apiKey: "k", shelf: "maps", usdPerThousand: 2 });
  });

  it("is refused with the field that is missing or wrong", () => {
    expect(() => read(toy)).toThrow(/the environment has no TOY/u);
    expect(() => read({ kind: "toy", shelf: "maps" })).toThrow(/no search service \(apiKey\)/u);
    expect(() => read({ ...toy, shelf: "7" }, { TOY: "k" })).toThrow(/\(shelf\)/u);
  });

  it("makes no tool without its key, and names what is missing", () => {
    expect(() => loaded.createTool({ kind: "toy", shelf: "maps" }, testServices())).toThrow(
      expect.objectContaining({
        code: "tool-not-configured",
        params: { tool: "Toy library", field: "apiKey", problem: "missing" },
      }),
    );
  });
});

describe("a run with a toy search service", () => {
  let reply: Reply;
  let server: SearchServer;
  beforeAll(async () => {
    server = await startSearchServer(() => reply);
  });
  afterAll(() => server.close());

  async function ask() {
    const [preset] = findMethod("direct-rag").presets;
    if (preset === undefined) throw new RangeError("it has no preset");
    const settings = { ...preset.settings, source: { choice: "fixed", tool: "toy" } } as const;
    const tools = [loaded.createTool(toyPlayed.settings(server.origin), testServices())];
    const ports = { ...fakePorts(fakeModel("small", () => "Tallinn")), tools };
    const request = { runId: "r", question: "What is the capital of Estonia?", settings };
    return collect(run(request, ports, new FakeSignal()));
  }

  it("asks it, and its file holds what was found but no key", async () => {
    reply = { kind: "json", body: toyPlayed.found };
    const events = await ask();
    const trace = foldTrace(events);
    expect(trace.outcome).toBe("answered");
    expect([...trace.passages.keys()]).toContain("toy:https://w.example/T");
    expect(server.asked.at(-1)?.headers["x-toy-key"]).toBe(testKey);
    expect(writeRunFile(events)).not.toContain(testKey);
  });

  it("tells its refusal without the key, and goes on with the library", async () => {
    const body = JSON.stringify({ error: { message: `no such key: ${testKey}` } });
    reply = { kind: "status", status: 401, body };
    const events = await ask();
    const failure = events.find(({ type }) => type === "tool-failure");
    expect(failure).toMatchObject({ tool: { id: "toy" }, error: { code: "tool-unauthorised" } });
    expect(JSON.stringify(failure)).toContain("[hidden]");
    expect(writeRunFile(events)).not.toContain(testKey);
    expect(foldTrace(events).outcome).toBe("answered");
  });
});
