/**
 * FAKE, without a model: a script decides every reply. It counts tokens in its own way, to compare
 * with the meter.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";

const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  stream: z.optional(z.boolean()),
  stream_options: z.optional(z.looseObject({ include_usage: z.optional(z.boolean()) })),
  response_format: z.optional(
    z.looseObject({
      type: z.string(),
      json_schema: z.optional(z.looseObject({ name: z.string() })),
    }),
  ),
  max_tokens: z.optional(z.int()),
  max_completion_tokens: z.optional(z.int()),
});
export type ServedRequest = z.infer<typeof chatRequest>;

export function asksForSummary({ response_format }: ServedRequest): boolean {
  return response_format?.json_schema?.name === "summary";
}

export type Reply =
  /** Sends up to `max_tokens`, each after `delayMs`. */
  | { kind: "text"; text: string; delayMs?: number }
  | { kind: "unauthorised" }
  | { kind: "path-not-found" }
  | { kind: "model-unknown" }
  | { kind: "quota-exhausted" }
  | { kind: "rate-limited"; retryAfterSeconds: number | null }
  | { kind: "server-error" }
  /** A wrong URL often gives such a page. */
  | { kind: "html" }
  | { kind: "cut"; text: string; afterTokens: number }
  | { kind: "silent" }
  | { kind: "unsupported-field"; field: string };

export interface ServedCall {
  request: ServedRequest;
  reply: Reply["kind"];
  promptTokens: number;
  completionTokens: number;
  bodyBytes: number;
  authorization: string | null;
}

export interface ChatServer {
  baseUrl: string;
  calls: readonly ServedCall[];
  totals(): { calls: number; promptTokens: number; completionTokens: number };
  close(): Promise<void>;
}

export interface ChatServerOptions {
  /** `index` counts from 0. */
  script: (request: ServedRequest, index: number) => Reply;
  models?: readonly string[];
  apiKey?: string;
  port?: number;
  /** Without CORS, a browser withholds every answer. */
  cors?: boolean;
}

/** A token is a word or mark with the space before it, unlike in real tokenizers. */
export function countTokens(text: string): number {
  return tokensOf(text).length;
}

function tokensOf(text: string): string[] {
  return text.match(/\s*[\p{L}\p{N}]+|\s*[^\s\p{L}\p{N}]|\s+$/gu) ?? [];
}

export function countPromptTokens(request: ServedRequest): number {
  return request.messages.reduce((sum, { content }) => sum + countTokens(content) + 3, 0);
}

export async function startChatServer(options: ChatServerOptions): Promise<ChatServer> {
  const calls: ServedCall[] = [];
  const server = createServer((request, response) => {
    handle(request, response, options, calls).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    totals: () => {
      const answered = calls.filter(({ reply }) => reply === "text");
      return {
        calls: answered.length,
        promptTokens: answered.reduce((sum, call) => sum + call.promptTokens, 0),
        completionTokens: answered.reduce((sum, call) => sum + call.completionTokens, 0),
      };
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        // A silent reply would keep the server open.
        server.closeAllConnections();
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: ChatServerOptions,
  calls: ServedCall[],
): Promise<void> {
  if (options.cors !== false) allowAnyPage(incoming, response);
  if (incoming.method === "OPTIONS") return void response.writeHead(204).end();
  const path = incoming.url ?? "";
  const authorization = incoming.headers.authorization ?? null;
  if (options.apiKey !== undefined && authorization !== `Bearer ${options.apiKey}`) {
    return refuse(response, { kind: "unauthorised" });
  }
  if (path === "/v1/models") return listModels(response, options.models ?? ["fake-large"]);
  if (path !== "/v1/chat/completions") return refuse(response, { kind: "path-not-found" });
  const body = await readBody(incoming);
  const request = chatRequest.parse(JSON.parse(body.toString("utf8")));
  const reply = options.script(request, calls.length);
  const call: ServedCall = {
    request,
    reply: reply.kind,
    promptTokens: countPromptTokens(request),
    completionTokens: 0,
    bodyBytes: body.byteLength,
    authorization,
  };
  calls.push(call);
  if (reply.kind === "text" || reply.kind === "cut") return await answer(response, call, reply);
  if (reply.kind !== "silent") refuse(response, reply);
}

function allowAnyPage(incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", incoming.headers.origin ?? "*");
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
  // Proves that the app sends no other headers.
  response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, accept");
  response.setHeader("Access-Control-Expose-Headers", "retry-after");
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function listModels(response: ServerResponse, models: readonly string[]): void {
  json(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

type Refusal = Exclude<Reply, { kind: "text" | "cut" | "silent" }>;

const refusals: Record<Exclude<Refusal["kind"], "html">, [number, string, string | null]> = {
  unauthorised: [401, "Incorrect API key provided.", "invalid_api_key"],
  "path-not-found": [404, "Not Found", null],
  "model-unknown": [404, "The model `nope` does not exist.", "model_not_found"],
  "quota-exhausted": [429, "You exceeded your current quota.", "insufficient_quota"],
  "rate-limited": [429, "Rate limit reached.", "rate_limit_exceeded"],
  "server-error": [500, "The server had an error.", null],
  "unsupported-field": [400, "Unsupported parameter.", "unsupported_parameter"],
};

function refuse(response: ServerResponse, reply: Refusal): void {
  if (reply.kind === "html") {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<!doctype html><title>Welcome</title>");
    return;
  }
  if (reply.kind === "rate-limited" && reply.retryAfterSeconds !== null) {
    response.setHeader("Retry-After", String(reply.retryAfterSeconds));
  }
  const [status, message, code] = refusals[reply.kind];
  const param = reply.kind === "unsupported-field" ? reply.field : null;
  json(response, status, { error: { message, type: "invalid_request_error", param, code } });
}

async function answer(
  response: ServerResponse,
  call: ServedCall,
  reply: Extract<Reply, { kind: "text" | "cut" }>,
): Promise<void> {
  const { request } = call;
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const all = tokensOf(reply.text);
  const tokens = all.slice(0, reply.kind === "cut" ? reply.afterTokens : limit);
  const finish = tokens.length < all.length ? "length" : "stop";
  if (request.stream !== true && reply.kind === "text") {
    call.completionTokens = tokens.length;
    const message = { role: "assistant", content: tokens.join("") };
    const choices = [{ index: 0, message, finish_reason: finish }];
    return json(response, 200, { model: request.model, choices, usage: usageOf(call) });
  }
  const delayMs = reply.kind === "text" ? (reply.delayMs ?? 0) : 0;
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const token of tokens) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed) return;
    await send(response, call, {
      choices: [{ index: 0, delta: { content: token }, finish_reason: null }],
    });
    call.completionTokens += 1;
  }
  if (reply.kind === "cut") return void response.destroy();
  await send(response, call, { choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (request.stream_options?.include_usage === true) {
    await send(response, call, { choices: [], usage: usageOf(call) });
  }
  response.end("data: [DONE]\n\n");
}

function usageOf(call: ServedCall): Record<string, unknown> {
  return {
    prompt_tokens: call.promptTokens,
    completion_tokens: call.completionTokens,
    total_tokens: call.promptTokens + call.completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
  };
}

/** Resolves when it is sent, so that a cut comes after the chunk. */
function send(
  response: ServerResponse,
  call: ServedCall,
  part: Record<string, unknown>,
): Promise<void> {
  const chunk = { id: "fake", object: "chat.completion.chunk", model: call.request.model, ...part };
  return new Promise((resolve) => {
    response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => resolve());
  });
}
