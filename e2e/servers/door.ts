/** Authenticates for a node without users, like the engines' security plugins. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Door {
  origin: string;
  close(): Promise<void>;
}

export async function openDoor(
  target: string,
  { authorization, status = null }: { authorization: string; status?: number | null },
): Promise<Door> {
  const server = createServer((asked, response) => {
    const isPreflight = asked.method === "OPTIONS";
    if (status !== null || (!isPreflight && asked.headers.authorization !== authorization)) {
      const code = status ?? 401;
      const reason = code === 401 ? "unable to authenticate user [reader]" : "too many requests";
      const type = code === 401 ? "security_exception" : "circuit_breaking_exception";
      response.writeHead(code, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type, reason }, status: code }));
      return;
    }
    const { authorization: _, host: __, ...headers } = asked.headers;
    const passed = request(
      new URL(asked.url ?? "/", target),
      { method: asked.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
