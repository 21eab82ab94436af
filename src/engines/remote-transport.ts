/** One HTTP exchange: what is sent and received is counted, watched and, when it fails, kept. */
import type { OpenAI } from "openai";
import * as z from "zod/mini";
import type { Fetch, StreamEvent } from "./remote-client.ts";
import { badResponse, type HttpFailure, isUncharged, networkError } from "./remote-errors.ts";
import type { RequestBody } from "./remote-request.ts";
import type { RemoteSettings } from "./remote-settings.ts";

/** Bytes of bodies, over all exchanges of one call. */
export interface Traffic {
  bytesSent: number;
  bytesReceived: number;
}

/** Longest error body kept; some servers answer with whole pages. */
const errorBodyLimit = 16_384;

export type Answer =
  | { ok: true; events: AsyncIterable<StreamEvent>; sawDone: () => boolean }
  | { ok: false; failure: HttpFailure };

export interface Exchange {
  settings: RemoteSettings;
  fetch: Fetch;
  traffic: Traffic;
  /** Called whenever something arrives. */
  onActivity: () => void;
  controller: AbortController;
}

export function chatUrl(settings: RemoteSettings): string {
  return `${settings.baseUrl}/chat/completions`;
}

/** Throws AppError when nothing usable came back, and whatever the abort threw. */
export async function postChat(exchange: Exchange, body: RequestBody): Promise<Answer> {
  const { settings, controller } = exchange;
  const { openClient, streamEvents } = await import("./remote-client.ts");
  const wire = new Wire(exchange);
  const client = openClient(settings, wire.fetch);
  let response: Response;
  try {
    response = await post(client, body, controller.signal);
  } catch (thrown) {
    if (wire.failure !== null) return { ok: false, failure: wire.failure };
    if (controller.signal.aborted) throw thrown;
    throw networkError(chatUrl(settings), wire.thrown ?? thrown);
  }
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("html")) throw badResponse(chatUrl(settings), "not-a-chat-server", type);
  const events = type.includes("application/json")
    ? wholeAnswer(response)
    : streamEvents(response, client);
  return { ok: true, events, sawDone: () => wire.tail.includes("[DONE]") };
}

function post(client: OpenAI, body: RequestBody, signal: AbortSignal): Promise<Response> {
  return client.post("/chat/completions", { body, stream: true, signal }).asResponse();
}

/** A server that ignores `stream` answers in one piece. */
async function* wholeAnswer(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  const data: unknown = JSON.parse(await response.text());
  const isError = typeof data === "object" && data !== null && "error" in data && data.error;
  yield isError ? { type: "error", body: JSON.stringify(data) } : { type: "data", data };
}

/** A `fetch` for the client that tells the engine what the client keeps to itself. */
class Wire {
  failure: HttpFailure | null = null;
  thrown: unknown = null;
  /** The last few characters received. */
  tail = "";
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  readonly fetch: Fetch = async (url, init) => {
    const { settings, onActivity } = this.#exchange;
    const own = { ...init, headers: ownHeaders(settings, init?.headers) };
    let response: Response;
    try {
      response = await this.#send(url, own).catch((thrown: unknown) => {
        if (!wasStale(thrown)) throw thrown;
        return this.#send(url, own);
      });
    } catch (thrown) {
      this.thrown = thrown;
      throw thrown;
    }
    onActivity();
    const counted = this.#counted(response);
    return response.ok ? counted : this.#keep(counted, response);
  };

  async #send(url: Parameters<Fetch>[0], init: RequestInit): Promise<Response> {
    const { traffic, fetch } = this.#exchange;
    const size = bytesOf(init.body);
    traffic.bytesSent += size;
    try {
      return await fetch(url, init);
    } catch (thrown) {
      if (isUncharged(networkError("", thrown))) traffic.bytesSent -= size;
      throw thrown;
    }
  }

  async #keep(response: Response, original: Response): Promise<Response> {
    const body = (await response.text()).slice(0, errorBodyLimit);
    const { status, headers } = original;
    this.failure = { url: chatUrl(this.#exchange.settings), status, headers, body };
    return new Response(body, { status, headers });
  }

  #counted(response: Response): Response {
    const { traffic, onActivity } = this.#exchange;
    if (response.body === null) return response;
    const decoder = new TextDecoder();
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (bytes, out) => {
        traffic.bytesReceived += bytes.byteLength;
        this.tail = (this.tail + decoder.decode(bytes, { stream: true })).slice(-32);
        onActivity();
        out.enqueue(bytes);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  }
}

const staleSocket = z.looseObject({
  cause: z.looseObject({
    code: z.enum(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]),
    socket: z.looseObject({ bytesRead: z.number().check(z.gt(0)) }),
  }),
});

/**
 * The server closed a connection kept from an earlier answer just as it was used again:
 * llama-server does so after streams. Browsers repeat such requests by themselves, Node does not.
 */
function wasStale(thrown: unknown): boolean {
  return staleSocket.safeParse(thrown).success;
}

function bytesOf(body: unknown): number {
  return typeof body === "string" ? new TextEncoder().encode(body).byteLength : 0;
}

/**
 * Only what the settings ask for. The client's own telemetry headers (`X-Stainless-*`,
 * `User-Agent`) make Mistral, Google and many local servers fail the CORS preflight,
 * and in Node it would add headers from the environment.
 */
export function ownHeaders(settings: RemoteSettings, given: RequestInit["headers"]): Headers {
  const headers = new Headers();
  const wanted = ["accept", "content-type", "openai-organization", "openai-project"];
  if (settings.apiKey !== "") wanted.push("authorization");
  const all = new Headers(given);
  for (const name of wanted) {
    const value = all.get(name);
    if (value !== null) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value);
  return headers;
}
