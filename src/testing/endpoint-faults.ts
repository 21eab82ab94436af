/** One fault at a time in a running endpoint: upstream, in the library, in the small model, of its client, or of the clock. */
import { connect } from "node:net";
import { errorCodes } from "../log/errors.ts";
import { startEndpoint } from "../package/endpoint/endpoint.ts";
import { open } from "../package/hopwise.ts";
import { createMcpServer } from "../package/mcp/mcp.ts";
import { Prices } from "../package/mcp/prices.ts";
import { openAICompatible } from "../package/server.ts";
import type { ChatModel, Retriever } from "../runtime/ports.ts";
import { fakeEmbedder, fakeModel, fakePassages, fakeRetriever } from "./fakes.ts";
import { completing, question } from "./methods/fake-runs.ts";
import { type Reply, startSearchServer } from "./tools/search-server.ts";

const key = "sk-secret-of-the-fault-lab";
const path = "/home/someone/notes.md";
const words = `${key} ${path} at read (node:fs:12:34)`;

const sse = { kind: "text", type: "text/event-stream" } as const;
const upstreamKinds: Readonly<Record<string, Reply>> = {
  ...Object.fromEntries(
    [301, 400, 401, 402, 403, 404, 409, 413, 422, 500].map((status): [string, Reply] => [
      String(status),
      { kind: "status", status, body: JSON.stringify({ error: { message: `wrong key: ${key}` } }) },
    ]),
  ),
  "rate-limit": {
    kind: "status",
    status: 429,
    headers: { "retry-after": "3600" },
    body: `wrong key: ${key}`,
  },
  cut: { kind: "cut" },
  reset: { kind: "reset" },
  silent: { kind: "silent" },
  drip: { kind: "drip" },
  huge: { kind: "huge", bytes: 20_000_000 },
  page: { kind: "text", type: "text/html", text: `<html>${key}` },
  empty: { kind: "text", type: "application/json", text: "" },
  "stream-empty": { ...sse, text: "" },
  "stream-broken": { ...sse, text: `data: {"choices": [{"delta": {"content": "Da` },
  "stream-error": {
    ...sse,
    text: `data: ${JSON.stringify({ error: { message: `wrong key: ${key}` } })}\n\n`,
  },
  "stream-nonsense": { ...sse, text: `data: 7\n\ndata: null\n\ndata: [DONE]\n\n` },
};
const thrown: Readonly<Record<string, () => unknown>> = {
  error: () => new Error(words),
  disk: () => Object.assign(new Error(`EIO: i/o error, read '${path}'`), { code: "EIO", path }),
  full: () =>
    Object.assign(new Error(`ENOSPC: no space left, write '${path}'`), { code: "ENOSPC" }),
  string: () => words,
  nothing: () => undefined,
  object: () => ({ code: "made-up", params: { words } }),
};
const clientKinds = [
  "leaves-before-the-body",
  "leaves-within-the-body",
  "leaves-while-asking",
  "closes-half",
  "says-no-length",
  "lies-about-the-length",
  "speaks-nonsense",
  "resets",
] as const;

const dayMs = 86_400_000;
/** The system's clock at a true time. `performance.now()` never goes back. */
const clocks: Readonly<Record<string, (trueMs: number) => number>> = {
  "a-day-ahead": (trueMs) => trueMs + dayMs,
  "a-day-behind": (trueMs) => trueMs - dayMs,
  stopped: () => 0,
  "to-and-fro": (trueMs) => trueMs + (Math.floor(trueMs) % 2 === 0 ? dayMs : -dayMs),
};

export interface EndpointFault {
  place: "upstream" | "library" | "small" | "client" | "clock";
  kind: string;
  /** The call that fails, from 1. */
  at: number;
  way: "whole" | "stream" | "mcp";
}

const ways = ["whole", "stream", "mcp"] as const;

/** Repeats with later calls until there are so many. */
export function endpointFaults(count: number): EndpointFault[] {
  const kinds: [EndpointFault["place"], string][] = [
    ...Object.keys(upstreamKinds).map((kind): [EndpointFault["place"], string] => [
      "upstream",
      kind,
    ]),
    ...Object.keys(thrown).flatMap((kind): [EndpointFault["place"], string][] => [
      ["library", kind],
      ["small", kind],
    ]),
    ...clientKinds.map((kind): [EndpointFault["place"], string] => ["client", kind]),
    ...Object.keys(clocks).map((kind): [EndpointFault["place"], string] => ["clock", kind]),
  ];
  const round = ways.length * kinds.length;
  return Array.from({ length: count }, (_, index) => {
    const [place, kind] = kinds[index % kinds.length] ?? ["client", "resets"];
    const way = ways[Math.floor(index / kinds.length) % ways.length] ?? "whole";
    return { place, kind, way, at: 1 + (Math.floor(index / round) % 4) };
  });
}

export async function startFaultLab() {
  let fault: EndpointFault | null = null;
  let calls = 0;
  const isDue = (place: EndpointFault["place"]) => {
    if (fault?.place !== place) return false;
    calls += 1;
    return calls === fault.at;
  };
  const parts = [
    { choices: [{ delta: { content: "Danube" } }] },
    {
      choices: [{ delta: {}, finish_reason: "stop" }],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    },
  ];
  const text = `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")}data: [DONE]\n\n`;
  const upstream = await startSearchServer(() => {
    const reply = fault !== null && isDue("upstream") ? upstreamKinds[fault.kind] : undefined;
    return reply ?? { ...sse, text };
  });
  const fail = (place: EndpointFault["place"]) => {
    if (isDue(place)) throw thrown[fault?.kind ?? ""]?.();
  };
  const library = fakeRetriever(fakePassages);
  const retriever: Retriever = {
    ...library,
    async retrieve(query, signal) {
      fail("library");
      return library.retrieve(query, signal);
    },
  };
  let answers = fakeModel("small", completing());
  const small: ChatModel = {
    ref: answers.ref,
    async *generate(request, signal) {
      fail("small");
      yield* answers.generate(request, signal);
    },
  };
  const url = `${upstream.origin}/v1`;
  const large = openAICompatible({
    url,
    model: "big",
    key,
    price: { input: 1, output: 1 },
    timeoutMs: 1000,
  });
  const hopwise = await open({ library: retriever, encoder: fakeEmbedder, small, large });
  // Parts that are loaded with the first question take their time.
  await hopwise.ask(question);
  const prices = new Prices({ smallIsFree: true });
  const endpoint = await startEndpoint(hopwise, {
    host: "127.0.0.1",
    port: 0,
    names: [],
    origins: [],
    token: null,
    waiting: 4,
    seconds: 4,
    mcp: () => createMcpServer(hopwise, { version: "1", prices, seconds: 4 }),
  });

  const healthy = async () => {
    const before = performance.now();
    for (;;) {
      const state = await (await fetch(`${endpoint.url}/health`)).json();
      if (state.waiting === 0) return true;
      if (performance.now() - before > 20_000) return false;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    /** Lists the promises that were broken. */
    async try(next: EndpointFault): Promise<string[]> {
      fault = next;
      calls = 0;
      answers = fakeModel("small", completing());
      const failures: string[] = [];
      const asked = requestOf(next.way, next.place === "upstream" ? "conclude-large" : "small");
      const late = AbortSignal.timeout(20_000);
      const trueNow = Date.now;
      const wrong = next.place === "clock" ? clocks[next.kind] : undefined;
      if (wrong !== undefined) Date.now = () => wrong(trueNow());
      try {
        if (next.place === "client") await misbehave(new URL(endpoint.url), next.kind, asked);
        else failures.push(...(await promisesOf(`${endpoint.url}${asked.path}`, asked, late)));
      } catch (error) {
        failures.push(late.aborted ? "it hangs" : `no answer: ${String(error)}`);
      }
      Date.now = trueNow;
      fault = null;
      if (!(await healthy())) failures.push("a question is never finished");
      return failures;
    },
    async close() {
      await endpoint.close();
      await hopwise.close();
      await upstream.close();
    },
  };
}

interface Asked {
  path: string;
  body: string;
  way: EndpointFault["way"];
}

function requestOf(way: EndpointFault["way"], setup: string): Asked {
  if (way === "mcp") {
    const params = { name: "answer_with_sources", arguments: { question, setup } };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return { way, path: "/mcp", body: JSON.stringify(call) };
  }
  const messages = [{ role: "user", content: question }];
  const asked = { model: `hopwise/${setup}`, messages, stream: way === "stream" };
  return { way, path: "/v1/chat/completions", body: JSON.stringify(asked) };
}

const headers = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
const codes: ReadonlySet<unknown> = new Set(errorCodes);

async function promisesOf(
  url: string,
  { way, body }: Asked,
  signal: AbortSignal,
): Promise<string[]> {
  const response = await fetch(url, { method: "POST", headers, body, signal });
  const text = await response.text();
  const failures: string[] = [];
  if (text.includes(key)) failures.push("the key leaks");
  if (text.includes("someone") || /\bat \w+ \(/u.test(text))
    failures.push("a path or a stack leaks");
  if (!isTyped(way, response.status, text))
    failures.push(`no typed answer: ${response.status} ${text}`);
  return failures;
}

function isTyped(way: EndpointFault["way"], status: number, text: string): boolean {
  const events = [...text.matchAll(/^data: (.*)$/gmu)].map(([, data = ""]) => data);
  if (way === "mcp") {
    const { result } = JSON.parse(events.at(-1) ?? text);
    if (result.isError !== true) return result.structuredContent.short === "Danube";
    return codes.has(/\((?<code>[a-z-]+)\)$/u.exec(result.content[0].text)?.groups?.["code"]);
  }
  if (events.at(-1) === "[DONE]") return status === 200;
  const answer = JSON.parse(events.at(-1) ?? text);
  if (answer.error !== undefined) return codes.has(answer.error.code);
  return status === 200 && way === "whole" && answer.hopwise.short === "Danube";
}

/** Over a bare socket; ends when the server has closed it, or it has left. */
async function misbehave(
  { hostname, port, host }: URL,
  kind: string,
  { path, body }: Asked,
): Promise<void> {
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => {});
  socket.resume();
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const head = (length: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${length}Connection: close\r\n\r\n`;
  const right = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const soon = () => new Promise((resolve) => setTimeout(resolve, 4));
  switch (kind) {
    case "leaves-before-the-body":
      socket.write(head(right));
      break;
    case "leaves-within-the-body":
      socket.write(head(right) + body.slice(0, 20));
      break;
    case "leaves-while-asking":
      socket.write(head(right) + body);
      break;
    case "closes-half":
      socket.end(head(right) + body);
      await closed;
      return;
    case "says-no-length":
      socket.write(head("") + body);
      break;
    case "lies-about-the-length":
      socket.end(head(`Content-Length: ${body.length + 50}\r\n`) + body);
      await closed;
      return;
    case "speaks-nonsense":
      socket.write("\u0016\u0003\u0001 nonsense\r\n\r\n");
      await closed;
      return;
    default:
      socket.write(head(right) + body);
      socket.resetAndDestroy();
      await closed;
      return;
  }
  await soon();
  socket.destroy();
  await closed;
}
