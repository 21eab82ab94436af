/** Starts Chromium as the end-to-end tests do. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "@playwright/test";
import sirv from "sirv";
import { createServer, preview } from "vite";
import playwrightConfig from "../../playwright.config.ts";
import { root } from "../../src/node/place.ts";
import { childrenOf } from "./processes.ts";

export interface Served {
  url: string;
  close(): Promise<void>;
}

export interface StartedBrowser {
  browser: Browser;
  /** The browser's main process; null if unknown. */
  pid: number | null;
}

export function isBuilt(): boolean {
  return existsSync(join(root, "dist/index.html"));
}

export async function serveBuild(): Promise<Served> {
  const server = await preview({ root, logLevel: "error", preview: { port: 4300, open: false } });
  return served(server.resolvedUrls, () => server.close());
}

/** The library rejects names that start with a dot. */
export const builtModels = { folder: join(root, "models/.build"), served: "built" } as const;

/** Hot reload is off: edits must not reload the page. */
export async function serveSources(): Promise<Served> {
  const server = await createServer({
    root,
    logLevel: "error",
    server: { port: 4400, hmr: false, watch: null },
    plugins: [
      {
        name: "built-models",
        configureServer({ middlewares }) {
          middlewares.use(`/models/${builtModels.served}`, sirv(builtModels.folder, { dev: true }));
        },
      },
    ],
  });
  await server.listen();
  return served(server.resolvedUrls, () => server.close());
}

function served(urls: { local: string[] } | null, close: () => Promise<void>): Served {
  const url = urls?.local[0];
  if (url === undefined) throw new Error("the server has no address");
  return { url, close };
}

export function launchOptions({ webgpu }: { webgpu: boolean }): LaunchOptions {
  const name = webgpu ? "webgpu" : "wasm";
  return playwrightConfig.projects?.find((one) => one.name === name)?.use?.launchOptions ?? {};
}

export async function startChromium(device: { webgpu: boolean }): Promise<StartedBrowser> {
  const before = new Set(childrenOf(process.pid));
  const browser = await chromium.launch(launchOptions(device));
  const pid = childrenOf(process.pid).find((child) => !before.has(child));
  return { browser, pid: pid ?? null };
}

/** A person's own Chromium: a context without a folder keeps its caches in memory. */
export async function startProfile(
  folder: string,
  baseURL: string,
): Promise<{ context: BrowserContext; pid: number | null }> {
  const before = new Set(childrenOf(process.pid));
  const options = { ...launchOptions({ webgpu: false }), baseURL };
  const context = await chromium.launchPersistentContext(folder, options);
  const pid = childrenOf(process.pid).find((child) => !before.has(child));
  return { context, pid: pid ?? null };
}
