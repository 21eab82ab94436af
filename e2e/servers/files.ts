/** Servers of a test's own: the built page on a host that sends no headers, and a page of another origin. */
import { createServer, type RequestListener } from "node:http";
import sirv from "sirv";

export interface Served {
  url: string;
  stop(): Promise<void>;
}

export interface ServedFiles extends Served {
  /** Paths that were asked for and are not there, by the page or by any worker of it. */
  missing: readonly string[];
}

/** The build as a plain host of files serves it: no header but those of HTTP itself. */
export async function serveWithoutHeaders(
  port: number,
  { dist = process.env["HOPWISE_DIST"] ?? "dist", base = "/" } = {},
): Promise<ServedFiles> {
  const files = sirv(dist, { etag: true });
  const missing: string[] = [];
  const server = await listen(port, (request, response) => {
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

export function serveHtml(port: number, html: string): Promise<Served> {
  return listen(port, (_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  });
}

async function listen(port: number, answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
