/** A server over an opened Hopwise: OpenAI-compatible, where a model's name is a setup, and MCP at /mcp. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod/mini";
import { Queue } from "../../models/queue.ts";
import type { Hopwise } from "../hopwise.ts";
import { completion, firstChunk, lastChunks } from "./chat-answer.ts";
import { type ChatQuestion, modelPrefix, noSuchModel, readChatRequest } from "./chat-request.ts";
import {
  errorBody,
  type Failure,
  failureOf,
  failureOfThrown,
  notAgain,
  Refusal,
} from "./failure.ts";
import { checkCaller, checkToken, type Guard } from "./guard.ts";

export interface EndpointOptions {
  /** Default: 127.0.0.1. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Other names of this server that a Host header may have. */
  names: readonly string[];
  /** Pages that may ask (CORS). */
  origins: readonly string[];
  /** Required as `Authorization: Bearer`; null for none. */
  token: string | null;
  /** Questions that may wait while one is answered. */
  waiting: number;
  /** The longest time of a question, in seconds. */
  seconds: number;
  /** A server of the Model Context Protocol, for each request to /mcp. */
  mcp: () => McpServer;
  /** Gets unexpected errors, of which callers see nothing. */
  onFault?: (thrown: unknown) => void;
}

export interface Endpoint {
  url: string;
  /** Stops what is being answered. */
  close(): Promise<void>;
}

/** A conversation longer than this asks more than a question. */
const maxBodyBytes = 1_000_000;

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
};

export async function startEndpoint(hopwise: Hopwise, options: EndpointOptions): Promise<Endpoint> {
  const { host, port, names, origins, token } = options;
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const hosts = new Set(["localhost", "127.0.0.1", "[::1]", own, ...names]);
  const guard: Guard = { hosts, origins: new Set(origins), token };
  const line = new Line(hopwise, options);
  const server = createServer(limits, (request, response) => {
    void answer(line, guard, request, response).catch((thrown: unknown) => {
      // A caller that left gets no answer.
      if (response.destroyed) return;
      const failure = failureOfThrown(thrown);
      if (failure.code === "internal") options.onFault?.(thrown);
      refuse(response, failure);
    });
  });
  server.maxConnections = 256;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${own}:${bound}`,
    async close() {
      line.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const addresses =
  "POST /v1/chat/completions, GET /v1/models, GET /v1/models/MODEL, GET /health, POST /mcp";

async function answer(
  line: Line,
  guard: Guard,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cache-Control", "no-store");
  checkCaller(request, guard);
  if (request.headers.origin !== undefined) allow(response, request.headers.origin);
  const path = new URL(request.url ?? "/", "http://host").pathname;
  const route = `${request.method ?? ""} ${path}`;
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  if (route === "GET /health") {
    send(response, 200, { status: "ok", waiting: line.waiting });
    return;
  }
  checkToken(request, guard);
  if (route === "GET /v1/models") {
    send(response, 200, { object: "list", data: line.models() });
  } else if (route.startsWith("GET /v1/models/")) {
    send(response, 200, line.model(path.slice("/v1/models/".length)));
  } else if (route === "POST /v1/chat/completions") {
    checkType(request);
    const asked = readChatRequest(await bodyOf(request), line.setups);
    await line.inTurn(response, (gone) => line.answer(asked, response, gone));
  } else if (route === "POST /mcp") {
    checkType(request);
    const message = parsed(await bodyOf(request));
    const reply = () => line.mcp(request, response, message);
    // Lists, searches and estimates take no turn.
    await (mayAsk(message) ? line.inTurn(response, reply) : reply());
  } else {
    const message = `There is no such address. There are: ${addresses}.`;
    throw new Refusal({ status: 404, code: "not_found", message });
  }
}

/** Answers one question at a time, as the small models do. */
class Line {
  readonly setups: ReturnType<Hopwise["setups"]>;
  waiting = 0;
  readonly #hopwise: Hopwise;
  readonly #options: EndpointOptions;
  readonly #queue = new Queue(() => performance.now());
  readonly #stopping = new AbortController();
  readonly #created = Math.floor(Date.now() / 1000);
  /** Time of the last question. */
  #tookMs = 1000;

  constructor(hopwise: Hopwise, options: EndpointOptions) {
    this.#hopwise = hopwise;
    this.#options = options;
    this.setups = hopwise.setups();
  }

  models() {
    return [...this.setups.keys()].map((name) => ({
      id: modelPrefix + name,
      object: "model",
      created: this.#created,
      owned_by: "hopwise",
    }));
  }

  model(encoded: string) {
    const id = decoded(encoded);
    const model = this.models().find((one) => one.id === id);
    if (model === undefined) throw noSuchModel(this.setups);
    return model;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Runs when the questions before are answered; not at all once the caller has left. */
  async inTurn(response: ServerResponse, run: (gone: AbortSignal) => Promise<void>): Promise<void> {
    // The one that is answered is counted, too.
    if (this.waiting > this.#options.waiting) throw this.#full();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    if (response.destroyed) return;
    this.waiting += 1;
    try {
      const turn = await this.#queue.enter(AbortSignal.any([gone.signal, this.#stopping.signal]));
      if (turn.left) return;
      const startedMs = performance.now();
      try {
        await run(gone.signal);
      } finally {
        this.#tookMs = performance.now() - startedMs;
        turn.done();
      }
    } finally {
      this.waiting -= 1;
    }
  }

  async answer(asked: ChatQuestion, response: ServerResponse, gone: AbortSignal): Promise<void> {
    const late = AbortSignal.timeout(this.#options.seconds * 1000);
    const signal = AbortSignal.any([gone, late, this.#stopping.signal]);
    const { model, question, after, setup, stream, includeUsage } = asked;
    const run = this.#hopwise.ask(question, { ...setup, after, signal });
    const created = Math.floor(Date.now() / 1000);
    const of = { id: `chatcmpl-${randomUUID()}`, model, created };
    if (stream) {
      response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
      event(response, firstChunk(of));
      // Comments keep the connection open while the run works.
      for await (const { type } of run) if (type === "call-start") response.write(": working\n\n");
    }
    const result = await run;
    if (gone.aborted) return;
    if (result.error !== null) {
      refuse(response, late.aborted ? this.#late() : failureOf(result.error));
    } else if (stream) {
      for (const chunk of lastChunks(of, result, includeUsage)) event(response, chunk);
      response.end("data: [DONE]\n\n");
    } else send(response, 200, completion(of, result));
  }

  /** Each request is a connection of its own, so a server holds nothing of its callers. */
  async mcp(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void> {
    const server = this.#options.mcp();
    const transport = new StreamableHTTPServerTransport();
    const ended = new Promise<void>((resolve) => response.once("close", resolve));
    await server.connect(transport);
    try {
      await transport.handleRequest(request, response, message);
      await ended;
    } finally {
      await server.close();
    }
  }

  #late(): Failure {
    const message = `The question took longer than ${this.#options.seconds} s, so it was stopped.`;
    return { status: 504, code: "stopped", message, headers: notAgain };
  }

  #full(): Refusal {
    const seconds = Math.max(1, Math.ceil((this.#tookMs * this.waiting) / 1000));
    const message = `${this.waiting} questions are being answered or wait already.`;
    const headers = { "retry-after": String(seconds) };
    return new Refusal({ status: 429, code: "queue_full", message, headers });
  }
}

function allow(response: ServerResponse, origin: string): void {
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Methods", "GET, POST");
  response.setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type");
  response.setHeader("Vary", "Origin");
}

const otherTools = new Set(["search_library", "estimate_cost"]);
const call = z.object({ method: z.string(), params: z.optional(z.object({ name: z.unknown() })) });

function mayAsk(message: unknown): boolean {
  const { success, data } = call.safeParse(message);
  if (!success) return Array.isArray(message);
  return data.method === "tools/call" && !otherTools.has(String(data.params?.name));
}

/** A malformed one is no model's name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal({ status: 400, code: "invalid_request", message: "The body is not JSON." });
  }
}

/** A page cannot send this type without asking first (CORS). */
function checkType({ headers }: IncomingMessage): void {
  if (/^application\/json\b/iu.test(headers["content-type"] ?? "")) return;
  const message = "The body must be application/json.";
  throw new Refusal({ status: 415, code: "unsupported_media_type", message });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const piece = Buffer.from(part);
    bytes += piece.length;
    if (bytes > maxBodyBytes) {
      const message = `The body has more than ${maxBodyBytes} bytes.`;
      const headers = { connection: "close" };
      throw new Refusal({ status: 413, code: "request_too_large", message, headers });
    }
    parts.push(piece);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** A stream that has begun ends with the error as an event. */
function refuse(response: ServerResponse, failure: Failure): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    event(response, errorBody(failure));
    response.end();
    return;
  }
  send(response, failure.status, errorBody(failure), failure.headers);
}

function event(response: ServerResponse, value: unknown): void {
  response.write(`data: ${JSON.stringify(value)}\n\n`);
}

function send(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(value));
}
