/**
 * Headers that make a page cross-origin isolated, which browsers require for WebAssembly threads.
 * Most static hosts do not send them, so the service worker adds them to the page and its scripts.
 * Pure, so that it can be tested without a service worker.
 */

/** The page needs both; a worker's script needs the second too, or it does not start. */
const opener = ["Cross-Origin-Opener-Policy", "same-origin"] as const;
const embedder = "Cross-Origin-Embedder-Policy";
const resource = ["Cross-Origin-Resource-Policy", "same-origin"] as const;

/**
 * `credentialless` also isolates, and lets the connection test detect a server that refuses pages.
 * Safari does not support it and would isolate nothing.
 */
export type EmbedderPolicy = "credentialless" | "require-corp";

/** Adds the headers the host left out; never overrides the host's own. */
export function isolated(response: Response, policy: EmbedderPolicy): Response {
  const added = [opener, [embedder, policy] as const, resource].filter(
    ([name]) => !response.headers.has(name),
  );
  // Status 0 is an error, or a redirect that the browser follows itself.
  if (added.length === 0 || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of added) headers.set(name, value);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

/** `brands` as in Chromium's user-agent data; undefined in other browsers. */
export function embedderPolicy(brands: readonly { brand: string }[] | undefined): EmbedderPolicy {
  return brands?.some(({ brand }) => brand === "Chromium") ? "credentialless" : "require-corp";
}
