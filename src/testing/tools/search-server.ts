/**
 * FAKE, over a real socket. Node has no CORS check: a page sees a network error, as with `reset`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply =
  | { kind: "json"; body: unknown; headers?: Record<string, string> }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  | { kind: "text"; text: string; type: string }
  /** Sends until the client stops reading. */
  | { kind: "huge"; bytes: number }
  /** Sends a part, then breaks the connection. */
  | { kind: "cut" }
  | { kind: "reset" }
  | { kind: "silent" }
  /** Sends a byte now and then, for ever. */
  | { kind: "drip" };

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface SearchServer {
  origin: string;
  asked: readonly Asked[];
  taken(): number;
  /** Connections that the client closed early. */
  left(): number;
  close(): Promise<void>;
}

/** A page can read no answer without CORS headers. */
export async function startSearchServer(
  script: (asked: Asked, index: number) => Reply,
  headers: Readonly<Record<string, string>> = {},
): Promise<SearchServer> {
  const asked: Asked[] = [];
  let taken = 0;
  let left = 0;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.on("close", () => {
      if (!response.writableFinished) left += 1;
    });
    void read(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const one = { method: request.method ?? "GET", url, headers: request.headers, body };
      asked.push(one);
      answer(script(one, asked.length - 1), response, (bytes) => {
        taken += bytes;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    taken: () => taken,
    left: () => left,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function answer(reply: Reply, response: ServerResponse, onTaken: (bytes: number) => void): void {
  switch (reply.kind) {
    case "json":
      response.writeHead(200, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.body));
      return;
    case "status":
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body ?? "");
      return;
    case "text":
      response.writeHead(200, { "content-type": reply.type });
      response.end(reply.text);
      return;
    case "huge":
      response.writeHead(200, { "content-type": "application/json" });
      flood(response, reply.bytes, onTaken);
      return;
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": "10000" });
      response.write('{"results": [');
      setTimeout(() => response.destroy(), 20);
      return;
    case "reset":
      response.destroy();
      return;
    case "silent":
      return;
    case "drip": {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(timer));
      return;
    }
  }
}

function flood(response: ServerResponse, bytes: number, onTaken: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, " ");
  let rest = bytes;
  const pour = () => {
    while (rest > 0 && !response.destroyed) {
      rest -= chunk.length;
      onTaken(chunk.length);
      if (!response.write(chunk)) {
        response.once("drain", pour);
        return;
      }
    }
    response.end();
  };
  pour();
}
