import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";
import { builtForTests } from "./built-for-tests.ts";

export interface Served {
  url: string;
  stop(): Promise<void>;
}

export interface ServedFiles extends Served {
  /** Requested by the page or its workers. */
  missing: readonly string[];
}

/** Behaves like a plain file host. */
export async function serveWithoutHeaders({
  dist = builtForTests,
  base = "/",
} = {}): Promise<ServedFiles> {
  const files = sirv(dist, { etag: true });
  const missing: string[] = [];
  const server = await listen((request, response) => {
    const path = request.url ?? "/";
    const none = () => {
      missing.push(path);
      response.statusCode = 404;
      response.end();
    };
    if (!path.startsWith(base)) return none();
    request.url = `/${path.slice(base.length)}`;
    files(request, response, none);
  });
  return { ...server, url: new URL(base, server.url).href, missing };
}

export function serveHtml(html: string): Promise<Served> {
  return listen((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  });
}

async function listen(answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
