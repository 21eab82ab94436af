import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { preview } from "vite";
import { builtForTests } from "./built-for-tests.ts";
import { hearViolations } from "./violations.ts";

export interface BuiltPage {
  origin: string;
  /** The service worker then differs by a byte. */
  deploy(): void;
  hold(path: RegExp): () => void;
  stop(): Promise<void>;
}

const workerPath = "/service-worker.js";

export async function serveBuiltPage(): Promise<BuiltPage> {
  let version = 0;
  let held: { path: RegExp; released: Promise<void> } | null = null;
  const release = async ({ url = "/" }: IncomingMessage) => {
    if (held?.path.test(url)) await held.released;
  };
  const server = await preview({
    logLevel: "error",
    build: { outDir: builtForTests },
    preview: { port: 0, open: false },
    plugins: [
      hearViolations(),
      {
        name: "holds",
        // Comes first, because the models' server would answer blocked requests.
        enforce: "pre",
        configurePreviewServer({ middlewares }) {
          middlewares.use((request, _response, next) => void release(request).then(next));
        },
      },
      {
        // Comes later, because the service worker needs the page's headers.
        name: "deployments",
        configurePreviewServer({ middlewares }) {
          middlewares.use(workerPath, (_request, response, next) => {
            readFile(join(builtForTests, workerPath), "utf8").then((script) => {
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
    origin: new URL(url).origin,
    deploy() {
      version += 1;
    },
    hold(path) {
      let letGo = () => {};
      held = {
        path,
        released: new Promise((resolve) => {
          letGo = resolve;
        }),
      };
      return () => {
        held = null;
        letGo();
      };
    },
    async stop() {
      if (!running) return;
      running = false;
      const closed = server.close();
      // Closing would wait for open connections.
      if ("closeAllConnections" in server.httpServer) server.httpServer.closeAllConnections();
      await closed;
    },
  };
}
