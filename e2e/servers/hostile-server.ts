/** Sends, byte by byte, whatever its script writes, and counts requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostileServer {
  origin: string;
  baseUrl: string;
  /** Excludes preflights. */
  requests: readonly HostileRequest[];
  open(): number;
  close(): Promise<void>;
}

export interface HostileRequest {
  method: string;
  path: string;
  bodyBytes: number;
  body: string;
  headers: IncomingMessage["headers"];
}

export type Attack = (response: ServerResponse, request: HostileRequest) => void | Promise<void>;

export async function startHostileServer(attack: Attack): Promise<HostileServer> {
  const requests: HostileRequest[] = [];
  let open = 0;
  const server = createServer((incoming, response) => {
    open += 1;
    response.on("error", () => {});
    response.on("close", () => {
      open -= 1;
    });
    answer(incoming, response, requests, attack).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    open: () => open,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: HostileRequest[],
  attack: Attack,
): Promise<void> {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Headers", "*, authorization");
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
  if (incoming.method === "OPTIONS") return void response.writeHead(204).end();
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  const { method = "GET", url: path = "", headers } = incoming;
  const request: HostileRequest = {
    method,
    path,
    bodyBytes: bytes.byteLength,
    body: bytes.toString("utf8"),
    headers,
  };
  requests.push(request);
  await attack(response, request);
}

export function event(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

export const lastEvents =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

export const streamHead = { "Content-Type": "text/event-stream" };

/** False if the client left first. */
export async function flood(
  response: ServerResponse,
  piece: string | Buffer,
  times: number,
): Promise<boolean> {
  for (let at = 0; at < times && !response.destroyed; at += 1) {
    if (!response.write(piece)) await drained(response);
  }
  return !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
