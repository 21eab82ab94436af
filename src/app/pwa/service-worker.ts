/**
 * The service worker: the page's shell is there from the first visit on; models, the library
 * and other large files are kept when they are first used. A new version waits until the
 * page says that nobody is in the middle of something. All that it hands out is isolated.
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

// Asked of the server anew, past the browser's own cache: what is kept must be this build's.
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
        // A page that was served damage asks past every copy.
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

// An address of the page that is none of its files, such as one with a query.
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

/** Files of earlier builds, once no page of theirs is open. */
async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(keptName);
  const current = new Set(later.values());
  for (const { url } of await cache.keys()) {
    if (!current.has(url)) await cache.delete(url);
  }
}

/** Told by Chromium's browsers only; TypeScript's own declarations do not have it. */
function brandsOf(navigator: WorkerNavigator): readonly { brand: string }[] | undefined {
  return "userAgentData" in navigator
    ? (navigator.userAgentData as { brands: readonly { brand: string }[] }).brands
    : undefined;
}

/** The first visit loads before this worker listens, so what it used is fetched again here. */
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
    // A full disk or a lost network: the next visit keeps what is still missing.
    answer?.postMessage(false);
  }
}
