/** The official SDK's server over a real socket, with tools that find in several forms. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

export interface McpTestServer {
  url: string;
  /** Arguments of each call. */
  calls: readonly object[];
  authorizations: ReadonlySet<string | undefined>;
  /** Ends all sessions, as a restart does. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function startMcpServer(
  result: CallToolResult,
  { sessions, json }: { sessions: boolean; json: boolean },
): Promise<McpTestServer> {
  const calls: object[] = [];
  const authorizations = new Set<string | undefined>();
  let transports = new Map<string, StreamableHTTPServerTransport>();
  const opened = async () => {
    const server = new McpServer({ name: "test", version: "1" });
    const inputSchema = { query: z.string(), count: z.int().optional() };
    server.registerTool("search", { inputSchema }, (given) => {
      calls.push(given);
      return result;
    });
    const transport = new StreamableHTTPServerTransport({
      ...(sessions ? { sessionIdGenerator: () => randomUUID() } : {}),
      enableJsonResponse: json,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    // Its optional fields are not exact ones.
    await server.connect(transport as Parameters<McpServer["connect"]>[0]);
    return transport;
  };
  const server = createServer((request, response) => {
    void (async () => {
      authorizations.add(request.headers.authorization);
      const id = request.headers["mcp-session-id"];
      const known = typeof id === "string" ? transports.get(id) : undefined;
      if (id !== undefined && known === undefined) {
        response.writeHead(404).end();
        return;
      }
      const transport = known ?? (await opened());
      await transport.handleRequest(request, response, await bodyOf(request));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    authorizations,
    async forget() {
      transports = new Map();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return JSON.parse(body);
}
