/** One HTTP exchange: what is sent and received is counted, watched and, when it fails, kept. */
import type { OpenAI } from "openai";
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { boundedText, isRedirect } from "./body.ts";
import type { Fetch } from "./client.ts";
import {
  badResponse,
  type HttpFailure,
  isUncharged,
  movedElsewhere,
  networkError,
} from "./errors.ts";
import { type AnswerLimits, errorBodyBytes } from "./limits.ts";
import type { RequestBody } from "./request.ts";
import type { RemoteSettings } from "./settings.ts";
import { AnswerReader } from "./stream.ts";

/** Bytes of bodies, over all exchanges of one call. */
export interface Traffic {
  bytesSent: number;
  bytesReceived: number;
}

/** Longest error body kept; some servers answer with whole pages. */
const errorBodyLimit = 16_384;

export type Answer =
  /** The JSON of each event, those together that came together. */
  | { ok: true; batches: AsyncIterable<readonly string[]>; sawDone: () => boolean }
  | { ok: false; failure: HttpFailure };

export interface Exchange {
  settings: RemoteSettings;
  fetch: Fetch;
  traffic: Traffic;
  limits: AnswerLimits;
  /** Called whenever something arrives. */
  onActivity: () => void;
  /** Called when it is part of an answer. */
  onData: () => void;
  controller: AbortController;
}

export function chatUrl(settings: RemoteSettings): string {
  return `${settings.baseUrl}/chat/completions`;
}

/** Throws AppError when nothing usable came back, and whatever the abort threw. */
export async function postChat(exchange: Exchange, body: RequestBody): Promise<Answer> {
  const { settings, controller, limits, onData } = exchange;
  const { openClient } = await import("./client.ts");
  const wire = new Wire(exchange);
  const client = openClient(settings, wire.fetch);
  let response: Response;
  try {
    response = await post(client, body, controller.signal);
  } catch (thrown) {
    if (wire.failure !== null) return { ok: false, failure: wire.failure };
    if (controller.signal.aborted) throw thrown;
    if (wire.thrown instanceof AppError) throw wire.thrown;
    throw networkError(chatUrl(settings), wire.thrown ?? thrown);
  }
  const type = response.headers.get("content-type") ?? "";
  const url = chatUrl(settings);
  if (type.includes("html")) throw badResponse(url, "not-a-chat-server", type);
  const reader = new AnswerReader({ url, limits, onBytes: wire.count, onData });
  const batches = type.includes("application/json")
    ? reader.whole(response)
    : reader.events(response);
  return { ok: true, batches, sawDone: () => reader.sawDone };
}

function post(client: OpenAI, body: RequestBody, signal: AbortSignal): Promise<Response> {
  return client.post("/chat/completions", { body, stream: true, signal }).asResponse();
}

/** A `fetch` for the client that tells the engine what the client keeps to itself. */
class Wire {
  failure: HttpFailure | null = null;
  thrown: unknown = null;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  readonly fetch: Fetch = async (url, init) => {
    const { settings } = this.#exchange;
    const own: RequestInit = {
      ...init,
      headers: ownHeaders(settings, init?.headers),
      redirect: "manual",
    };
    try {
      const response = await this.#send(url, own).catch((thrown: unknown) => {
        if (!wasStale(thrown)) throw thrown;
        return this.#send(url, own);
      });
      this.#refuseRedirect(response);
      this.#exchange.onActivity();
      return response.ok ? response : await this.#keep(response);
    } catch (thrown) {
      this.thrown = thrown;
      throw thrown;
    }
  };

  /** Counts what has arrived of a body. */
  readonly count = (bytes: number): void => {
    this.#exchange.traffic.bytesReceived += bytes;
    this.#exchange.onActivity();
  };

  #refuseRedirect(response: Response): void {
    if (!isRedirect(response)) return;
    response.body?.cancel().catch(() => {});
    const url = chatUrl(this.#exchange.settings);
    throw movedElsewhere(url, response.headers.get("location"));
  }

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

  /** The client reads no more of it than is kept. */
  async #keep(response: Response): Promise<Response> {
    const body = (await boundedText(response, errorBodyBytes, this.count)).text;
    const { status, headers } = response;
    const excerpt = body.slice(0, errorBodyLimit);
    this.failure = { url: chatUrl(this.#exchange.settings), status, headers, body: excerpt };
    return new Response(excerpt, { status, headers });
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
