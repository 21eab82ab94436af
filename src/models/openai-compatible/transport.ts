import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { boundedText, isRedirect } from "./body.ts";
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

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Traffic {
  bytesSent: number;
  bytesReceived: number;
}

/** Some servers answer an error with a whole page. */
const errorBodyLimit = 16_384;

export type Answer =
  | { ok: true; batches: AsyncIterable<readonly string[]>; sawDone: () => boolean }
  | { ok: false; failure: HttpFailure };

export interface Exchange {
  settings: RemoteSettings;
  fetch: Fetch;
  traffic: Traffic;
  limits: AnswerLimits;
  onActivity: () => void;
  onData: () => void;
  controller: AbortController;
}

export function chatUrl(settings: RemoteSettings): string {
  return `${settings.baseUrl}/chat/completions`;
}

/** Throws AppError, and the signal's reason on abort. */
export async function postChat(exchange: Exchange, body: RequestBody): Promise<Answer> {
  const { settings, controller, limits, traffic, onActivity, onData } = exchange;
  const url = chatUrl(settings);
  const onBytes = (count: number): void => {
    traffic.bytesReceived += count;
    onActivity();
  };
  controller.signal.throwIfAborted();
  let response: Response;
  try {
    response = await send(exchange, url, JSON.stringify(body));
    refuseRedirect(url, response);
    onActivity();
    if (!response.ok) return { ok: false, failure: await readFailure(url, response, onBytes) };
  } catch (thrown) {
    if (controller.signal.aborted || thrown instanceof AppError) throw thrown;
    throw networkError(url, thrown);
  }
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("html")) throw badResponse(url, "not-a-chat-server", type);
  const reader = new AnswerReader({ url, limits, onBytes, onData });
  const batches = type.includes("application/json")
    ? reader.whole(response)
    : reader.events(response);
  return { ok: true, batches, sawDone: () => reader.sawDone };
}

async function send(exchange: Exchange, url: string, body: string): Promise<Response> {
  const { settings, controller, traffic, fetch } = exchange;
  const init: RequestInit = {
    method: "POST",
    headers: ownHeaders(settings, {
      "content-type": "application/json",
      ...(settings.organisation !== "" && { "openai-organization": settings.organisation }),
      ...(settings.project !== "" && { "openai-project": settings.project }),
    }),
    body,
    redirect: "manual",
    signal: controller.signal,
  };
  const size = new TextEncoder().encode(body).byteLength;
  const once = async (): Promise<Response> => {
    traffic.bytesSent += size;
    try {
      return await fetch(url, init);
    } catch (thrown) {
      if (isUncharged(networkError("", thrown))) traffic.bytesSent -= size;
      throw thrown;
    }
  };
  try {
    return await once();
  } catch (thrown) {
    if (!wasStale(thrown)) throw thrown;
    return await once();
  }
}

function refuseRedirect(url: string, response: Response): void {
  if (!isRedirect(response)) return;
  response.body?.cancel().catch(() => {});
  throw movedElsewhere(url, response.headers.get("location"));
}

async function readFailure(
  url: string,
  response: Response,
  onBytes: (count: number) => void,
): Promise<HttpFailure> {
  const { text } = await boundedText(response, errorBodyBytes, onBytes);
  const { status, headers } = response;
  return { url, status, headers, body: text.slice(0, errorBodyLimit) };
}

const staleSocket = z.looseObject({
  cause: z.looseObject({
    code: z.enum(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]),
    socket: z.looseObject({ bytesRead: z.number().check(z.gt(0)) }),
  }),
});

/**
 * llama-server closes kept-alive connections after streams. Browsers retry by themselves, Node does
 * not.
 */
function wasStale(thrown: unknown): boolean {
  return staleSocket.safeParse(thrown).success;
}

/** Adds no others: many servers refuse unknown headers in the CORS preflight. */
export function ownHeaders(
  settings: RemoteSettings,
  more: Readonly<Record<string, string>> = {},
): Headers {
  const headers = new Headers({ accept: "application/json", ...more });
  if (settings.apiKey !== "") headers.set("authorization", `Bearer ${settings.apiKey}`);
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value);
  return headers;
}
