/** The only file that imports the official client, so that it stays a chunk of its own. */
import { OpenAI } from "openai";
import type { RemoteSettings } from "./settings.ts";

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
