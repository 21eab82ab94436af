/**
 * The service worker. Caches the page's shell on the first visit, and models, the library and other
 * large files on first use. A new version waits until the page reports that no run is in progress.
 * All responses are isolated.
 */
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { byPath } from "../../shared/by-path.ts";
import { embedderPolicy, isolated } from "./isolation.ts";
import { type BuildFile, neededToAnswer, splitPrecache } from "./kept-files.ts";
import { workerMessage } from "./messages.ts";

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: BuildFile[] };

const keptName = byPath("hopwise-kept");
const anyHeaders: CacheQueryOptions = { ignoreVary: true };
const { shell, later } = splitPrecache(self.__WB_MANIFEST, self.registration.scope);

const policy = embedderPolicy(brandsOf(self.navigator));
const isolating = {
  handlerWillRespond: async ({ response }: { response: Response }) => isolated(response, policy),
};

addPlugins([isolating]);
precacheAndRoute(shell);
cleanupOutdatedCaches();

// Revalidates with the server: cached files must belong to this build.
const revalidated: RequestInit = { cache: "no-cache" };
const keyOf = (url: string) => later.get(url) ?? url;

registerRoute(
  ({ request }) => later.has(request.url),
  new CacheFirst({
    cacheName: keptName,
    matchOptions: anyHeaders,
    plugins: [
      isolating,
      {
        cacheKeyWillBeUsed: async ({ request }) => keyOf(request.url),
        // After receiving a damaged file, the page bypasses every cache.
        requestWillFetch: async ({ request }) =>
          request.cache === "reload" ? request : new Request(request, revalidated),
      },
    ],
  }),
);

// The size is queried before the download; for a cached file, that works offline.
registerRoute(
  ({ request }) => later.has(request.url),
  async ({ request }) => {
    const cached = await (await caches.open(keptName)).match(keyOf(request.url), anyHeaders);
    return cached === undefined ? fetch(request) : new Response(null, { headers: cached.headers });
  },
  "HEAD",
);

// Page addresses that match no file, such as one with a query.
registerRoute(new NavigationRoute(async ({ request }) => isolated(await fetch(request), policy)));

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetOldFiles()]));
});

self.addEventListener("message", (event) => {
  const message = workerMessage.safeParse(event.data);
  if (!message.success) return;
  if (message.data.type === "SKIP_WAITING") {
    event.waitUntil(self.skipWaiting());
    return;
  }
  const { models, webgpu } = message.data;
  event.waitUntil(keep(neededToAnswer(models, webgpu), event.ports[0]));
});

async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(keptName);
  const current = new Set(later.values());
  for (const { url } of await cache.keys()) {
    if (!current.has(url)) await cache.delete(url);
  }
}

/** Chromium only; missing from TypeScript's declarations. */
function brandsOf(navigator: WorkerNavigator): readonly { brand: string }[] | undefined {
  return "userAgentData" in navigator
    ? (navigator.userAgentData as { brands: readonly { brand: string }[] }).brands
    : undefined;
}

/**
 * The first visit loads before this worker is active, so the files it used are fetched again here.
 */
async function keep(paths: RegExp, answer: MessagePort | undefined): Promise<void> {
  try {
    const cache = await caches.open(keptName);
    for (const [address, key] of later) {
      if (!paths.test(new URL(address).pathname)) continue;
      if ((await cache.match(key, anyHeaders)) !== undefined) continue;
      const response = await fetch(address, revalidated);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      await cache.put(key, response);
    }
    answer?.postMessage(true);
  } catch {
    // Disk full or network lost: the next visit caches what is missing.
    answer?.postMessage(false);
  }
}
