/** Servers of a test's own: the built page on a host that sends no headers, and a page of another origin. */
import { createServer, type RequestListener } from "node:http";
import sirv from "sirv";

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** The build as a plain host of files serves it. */
export function serveWithoutHeaders(port: number): Promise<Served> {
  const files = sirv(process.env["HOPWISE_DIST"] ?? "dist", { etag: true });
  return listen(port, (request, response) =>
    files(request, response, () => {
      response.statusCode = 404;
      response.end();
    }),
  );
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
