/** The built page on a server of its own, which a test can stop, or give a new version. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { preview } from "vite";
import { tellViolations } from "./violations.ts";

export interface BuiltPage {
  url: string;
  /** From now on the service worker differs by a byte, as after a deployment. */
  deploy(): void;
  stop(): Promise<void>;
}

const outDir = process.env["HOPWISE_DIST"] ?? "dist";
const workerPath = "/service-worker.js";

export async function serveBuiltPage(): Promise<BuiltPage> {
  let version = 0;
  const server = await preview({
    logLevel: "error",
    build: { outDir },
    preview: { port: 4320, open: false },
    plugins: [
      tellViolations("http://localhost:4173"),
      {
        name: "deployments",
        configurePreviewServer({ middlewares }) {
          middlewares.use(workerPath, (_request, response, next) => {
            readFile(join(outDir, workerPath), "utf8").then((script) => {
              response.setHeader("Content-Type", "text/javascript");
              response.end(`${script}\n// ${version}\n`);
            }, next);
          });
        },
      },
    ],
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the server has no address");
  let running = true;
  return {
    url,
    deploy() {
      version += 1;
    },
    async stop() {
      if (!running) return;
      running = false;
      const closed = server.close();
      // Browsers hold their connections open, and a server waits for them.
      if ("closeAllConnections" in server.httpServer) server.httpServer.closeAllConnections();
      await closed;
    },
  };
}
