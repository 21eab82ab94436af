/**
 * Serves the embedded small model like OpenAI, to try large-model features: `npx tsx
 * e2e/bench/serve-small.ts --port 4194 [--model ID] [--threads 1]`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { toAppError } from "../../src/log/errors.ts";
import { loadSmall } from "../../src/node/node-ports.ts";
import type { ChatEnd, ChatModel, ChatRequest } from "../../src/runtime/ports.ts";

const chatRequest = z.looseObject({
  messages: z.array(
    z.looseObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }),
  ),
  stop: z.optional(z.union([z.string(), z.array(z.string())])),
  max_tokens: z.optional(z.int()),
  max_completion_tokens: z.optional(z.int()),
  stream: z.optional(z.boolean()),
});

/** Applies without `max_tokens`. */
const mostTokens = 256;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4194" },
    model: { type: "string" },
    threads: { type: "string", default: "1" },
  },
});

function asked(body: string): { request: ChatRequest; isStreamed: boolean } {
  const request = chatRequest.parse(JSON.parse(body));
  const { messages, stop = [], stream = false } = request;
  return {
    isStreamed: stream,
    request: {
      messages: messages.map(({ role, content }) => ({ role, content })),
      fixedPrefixMessages: 0,
      maxTokens: request.max_completion_tokens ?? request.max_tokens ?? mostTokens,
      stop: typeof stop === "string" ? [stop] : stop,
      temperature: 0,
      purpose: "answer",
    },
  };
}

async function read(incoming: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of incoming) body += String(part);
  return body;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

async function chat(model: ChatModel, body: string, response: ServerResponse): Promise<void> {
  const stopped = new AbortController();
  response.on("close", () => stopped.abort());
  const { request, isStreamed } = asked(body);
  const say = (part: object) => {
    if (!isStreamed) return;
    if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ model: model.ref.model, ...part })}\n\n`);
  };
  let end: ChatEnd | null = null;
  let content = "";
  for await (const part of model.generate(request, stopped.signal)) {
    if (part.type === "end") end = part;
    else {
      content += part.text;
      say({ choices: [{ index: 0, delta: { content: part.text }, finish_reason: null }] });
    }
  }
  const finish = end?.finish === "length" ? "length" : "stop";
  const prompt = end?.usage.promptTokens ?? 0;
  const completion = end?.usage.generatedTokens ?? 0;
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
  if (!isStreamed) {
    const message = { role: "assistant", content };
    const choices = [{ index: 0, message, finish_reason: finish }];
    return json(response, 200, { model: model.ref.model, choices, usage });
  }
  say({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  say({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

const never = new AbortController().signal;
const id = values.model === undefined ? {} : { id: values.model };
const loaded = await loadSmall({ threads: Number(values.threads), ...id }, never);

function allowPages({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "*");
  response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, accept");
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
}

async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  allowPages(incoming, response);
  if (incoming.method === "OPTIONS") return void response.writeHead(204).end();
  if (incoming.url === "/v1/models") {
    return json(response, 200, {
      object: "list",
      data: [{ id: loaded.ref.model, object: "model" }],
    });
  }
  if (incoming.url !== "/v1/chat/completions") {
    return json(response, 404, { error: { message: "Not Found" } });
  }
  const body = await read(incoming);
  try {
    await chat(loaded, body, response);
  } catch (thrown) {
    const { code } = toAppError(thrown);
    if (response.headersSent) response.destroy();
    else json(response, 400, { error: { message: code, code } });
  }
}

createServer((incoming, response) => void handle(incoming, response)).listen(
  Number(values.port),
  "127.0.0.1",
  () => console.log(`${loaded.ref.model} at http://127.0.0.1:${values.port}/v1`),
);
