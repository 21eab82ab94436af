/** The only file that imports the official client, so that it stays a chunk of its own. */
import { OpenAI } from "openai";
import { APIError } from "openai/error";
import { Stream } from "openai/streaming";
import type { RemoteSettings } from "./remote-settings.ts";

/** Longest timer a browser takes. The engine watches the clock itself, byte by byte. */
const noTimeout = 2 ** 31 - 1;

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function openClient(settings: RemoteSettings, fetch: Fetch): OpenAI {
  return new OpenAI({
    baseURL: settings.baseUrl,
    // Servers without keys still need the client to have one; the transport never sends this.
    apiKey: settings.apiKey === "" ? "none" : settings.apiKey,
    // Else each of these is read from the environment when the engine runs in Node.
    adminAPIKey: null,
    organization: settings.organisation === "" ? null : settings.organisation,
    project: settings.project === "" ? null : settings.project,
    defaultHeaders: settings.headers,
    // The person enters a key of their own into a page that has no server.
    dangerouslyAllowBrowser: true,
    // Retries are counted, priced and stopped by the engine.
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: "off",
    fetch,
  });
}

export type StreamEvent =
  | { type: "data"; data: unknown }
  /** The server reported an error inside a stream that had begun well. */
  | { type: "error"; body: string };

/** The JSON of each server-sent event. Throws SyntaxError on one that is not JSON. */
export async function* streamEvents(
  response: Response,
  client: OpenAI,
): AsyncGenerator<StreamEvent, void, undefined> {
  try {
    // Its own controller: the client aborts it on any error, which must not look like a Stop.
    const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
    for await (const data of stream) yield { type: "data", data };
  } catch (thrown) {
    if (!(thrown instanceof APIError)) throw thrown;
    yield { type: "error", body: JSON.stringify({ error: thrown.error }) };
  }
}
