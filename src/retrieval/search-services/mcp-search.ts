/**
 * A tool of a server of the Model Context Protocol, by streamable HTTP. These few messages go through
 * the exchange, which counts, bounds and retries them; the official client has a transport of its own.
 */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Refusal } from "./failure.ts";
import { hitsIn } from "./mcp-hits.ts";
import { serviceParts } from "./parts.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, secret, serviceUrl } from "./settings.ts";

const mcpSettings = (service: SearchService) =>
  z.object({
    ...commonFields(service, { minGapMs: 200 }),
    baseUrl: serviceUrl,
    apiKey: secret,
    tool: z.string().check(z.regex(/^[\w./-]{1,128}$/)),
    arguments: z._default(
      z.object({
        query: z._default(z.string().check(z.maxLength(100)), ""),
        count: z._default(z.string().check(z.maxLength(100)), ""),
      }),
      { query: "", count: "" },
    ),
  });
type McpSettings = z.output<ReturnType<typeof mcpSettings>>;

export const parts = serviceParts({
  about:
    "The address of a server of the Model Context Protocol, and the name of its tool for searching. The server must allow pages to call it.",
  settings: mcpSettings,
  searcher: mcp,
});

const failed = z.looseObject({ message: z._default(z.string(), "") });
const outcome = z.looseObject({
  content: z._default(z.array(z.unknown()), []),
  structuredContent: z.optional(z.unknown()),
  isError: z._default(z.boolean(), false),
});
const reply = z.union([
  z.looseObject({ jsonrpc: z.literal("2.0"), result: z.looseObject({}) }),
  z.looseObject({ jsonrpc: z.literal("2.0"), error: failed }),
]);
const accepted = z.looseObject({
  result: z.looseObject({ protocolVersion: z.string().check(z.regex(/^[\x21-\x7e]{1,40}$/)) }),
});
const called = z.looseObject({ result: outcome });

const newest = "2025-06-18";

function mcp(settings: McpSettings): Searcher {
  const { baseUrl, apiKey, tool } = settings;
  const names = { query: settings.arguments.query || "query", count: settings.arguments.count };
  const url = new URL(baseUrl.trim());
  const own = apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` };
  let id = 0;
  /** Headers of the session, once the server wants one. */
  let session: Readonly<Record<string, string>> | null = null;
  const send = (
    message: object,
    exchange: Exchange,
    onHead: (headers: Headers) => void = () => {},
  ) =>
    exchange.json({
      url: url.href,
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...own,
        ...session,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      parse: readMessage,
      onHead,
      refusal,
    });
  async function begin(exchange: Exchange): Promise<void> {
    session = null;
    const clientInfo = { name: "hopwise", version: "0" };
    const params = { protocolVersion: newest, capabilities: {}, clientInfo };
    let name: string | null = null;
    const answer = await send({ id: ++id, method: "initialize", params }, exchange, (headers) => {
      name = headers.get("mcp-session-id");
    });
    const { protocolVersion } = exchange.checked(accepted, answer).result;
    session = {
      "mcp-protocol-version": protocolVersion,
      ...(name === null ? {} : { "mcp-session-id": name }),
    };
    await send({ method: "notifications/initialized" }, exchange);
  }
  return {
    url,
    secrets: [apiKey],
    scope: { tool, names },
    maxPassages: 50,
    maxQueryCharacters: 1000,
    // A session's two, and the call before it and after.
    maxRequests: 4,
    async find({ text, k }, exchange) {
      const count = names.count === "" ? {} : { [names.count]: k };
      const params = { name: tool, arguments: { [names.query]: text, ...count } };
      const call = () => send({ id: ++id, method: "tools/call", params }, exchange);
      // Many servers keep no sessions and answer at once.
      const answer = await call().catch(async (thrown: unknown) => {
        if (!(thrown instanceof AppError) || !wantsSession(thrown, session !== null)) throw thrown;
        await begin(exchange);
        return call();
      });
      const { content, structuredContent } = exchange.checked(called, answer).result;
      return hitsIn(content, structuredContent);
    },
  };
}

/** A session that ended is a 404. */
function wantsSession({ params }: AppError, hadOne: boolean): boolean {
  return params["status"] === 400 || (hadOne && params["status"] === 404);
}

/** The answer is one message, or an event among notifications. */
function readMessage(text: string): unknown {
  if (!/^(?:event|data|id|retry|:)/u.test(text)) return JSON.parse(text);
  for (const event of text.split(/\r?\n\r?\n/u)) {
    const data = event.split(/\r?\n/u).filter((line) => line.startsWith("data:"));
    if (data.length === 0) continue;
    const message: unknown = JSON.parse(data.map((line) => line.slice(5)).join("\n"));
    if (reply.safeParse(message).success) return message;
  }
  return null;
}

function refusal(answer: unknown): Refusal | null {
  const parsed = reply.safeParse(answer);
  if (!parsed.success) return null;
  if ("error" in parsed.data) {
    const { message } = failed.parse(parsed.data.error);
    return { code: "tool-bad-response", status: null, message };
  }
  const result = outcome.safeParse(parsed.data.result);
  if (!result.success || !result.data.isError) return null;
  const [first] = result.data.content;
  const said = z.looseObject({ text: z.string() }).safeParse(first);
  const message = said.success ? said.data.text : "";
  return { code: "tool-server-error", status: null, message };
}
