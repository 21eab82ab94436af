/** With the real models: every face gives the same log. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, it, vi } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { openRunFile } from "../log/file.ts";
import { firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { openLibrary } from "../node/library.ts";
import { loadEncoder, loadSmall, portsOf } from "../node/node-ports.ts";
import { choosePreset } from "../node/run-settings.ts";
import { configuredOf } from "../node/services.ts";
import { firstLibrary } from "../retrieval/libraries/embedded-libraries.ts";
import { collect } from "../testing/fakes.ts";
import { withoutTimes } from "../testing/without-times.ts";
import { startEndpoint } from "./endpoint/endpoint.ts";
import { type Hopwise, open } from "./hopwise.ts";
import { createMcpServer } from "./mcp/mcp.ts";
import { Prices } from "./mcp/prices.ts";

const question = "Which sea borders the country whose capital is Tallinn?";

/** A model still holds the prefix of the question before, which saves time and changes no answer. */
function comparable(log: readonly RunEvent[]): unknown {
  return JSON.parse(JSON.stringify(withoutTimes(log)), (key, value: unknown) =>
    key === "cachedTokens" ? null : value,
  );
}

/** As the page runs it, with its first setup. */
async function byTheCore(): Promise<RunEvent[]> {
  const { signal } = new AbortController();
  const encoder = await loadEncoder(2);
  const { retriever } = await openLibrary(firstLibrary.id, encoder, signal);
  const small = await loadSmall({ threads: 2 }, signal);
  const configured = configuredOf({ large: null, encoder, tools: [], router: null });
  const { settings } = choosePreset(firstMethod, undefined, configured);
  const ports = portsOf({ small, large: null, retriever, encoder, tools: [] });
  const log = await collect(run({ runId: randomUUID(), question, settings }, ports, signal));
  await small.unload();
  await encoder.dispose();
  return log;
}

async function byTheCommand(): Promise<RunEvent[]> {
  const args = ["tsx", "src/cli/ask.ts", question, "--json", "--quiet"];
  const { stdout } = await promisify(execFile)("npx", args, { maxBuffer: 64e6 });
  return openRunFile(stdout);
}

async function askEndpoint(
  hopwise: Hopwise,
  setup: string,
  mcp: () => ReturnType<typeof createMcpServer>,
) {
  const options = { host: "127.0.0.1", port: 0, names: [], origins: [], token: null };
  const endpoint = await startEndpoint(hopwise, { ...options, waiting: 1, seconds: 120, mcp });
  const response = await fetch(`${endpoint.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      model: `hopwise/${setup}`,
      messages: [{ role: "user", content: question }],
    }),
  });
  expect(await response.json()).toMatchObject({ hopwise: { state: "found" } });
  await endpoint.close();
}

async function askTool(server: ReturnType<typeof createMcpServer>, setup: string) {
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const given = { name: "answer_with_sources", arguments: { question, setup } };
  const result = await client.callTool(given);
  expect(result.isError).toBeFalsy();
  await client.close();
}

it("gives the same log by the page's core, the library, the command, the endpoint and the tool", async () => {
  const hopwise = await open();
  const presets = firstMethod.presets.map(({ id }) => id);
  const setup = presets.find((id) => hopwise.setups().has(id)) ?? "";
  const logs: PromiseLike<{ log: readonly RunEvent[] }>[] = [];
  const ask = hopwise.ask.bind(hopwise);
  vi.spyOn(hopwise, "ask").mockImplementation((...given) => {
    const asked = ask(...given);
    logs.push(asked);
    return asked;
  });
  const prices = new Prices({ smallIsFree: true });
  const mcp = () => createMcpServer(hopwise, { version: "1", prices });
  const events = await collect(hopwise.ask(question));
  await askEndpoint(hopwise, setup, mcp);
  await askTool(mcp(), setup);
  const [library, endpoint, tool] = await Promise.all(logs);
  await hopwise.close();
  expect(events.at(-1)).toMatchObject({ outcome: "answered" });
  const wanted = comparable(events);
  for (const face of [library, endpoint, tool]) expect(comparable(face?.log ?? [])).toEqual(wanted);
  expect(comparable(await byTheCommand())).toEqual(wanted);
  expect(comparable(await byTheCore())).toEqual(wanted);
});

it("answers from a folder of notes", async () => {
  const notes = await mkdtemp(join(tmpdir(), "hopwise-notes-"));
  await writeFile(
    join(notes, "ships.md"),
    "# Ships\n\nThe Bluebell is a ship. It was built by Ada Lund.",
  );
  const own = await open({ library: notes });
  const { short, state, sure, citations } = await own.ask("Who built the ship Bluebell?");
  await own.close();
  await rm(notes, { recursive: true });
  expect({ short, state, title: citations[0]?.title }).toEqual({
    short: "Ada Lund",
    state: "found",
    title: "Ships",
  });
  expect(sure).toBeGreaterThan(0.2);
});
