/**
 * What makes a page cross-origin isolated: only then do browsers give WebAssembly its threads. A
 * host that sends none of it (most plain hosts of files) is helped by the service worker, which
 * hands out the page and its scripts. Pure, so that it is tested without a service worker.
 */

/** The page needs both; a worker's script must say the second, too, or it does not start. */
const opener = ["Cross-Origin-Opener-Policy", "same-origin"] as const;
const embedder = "Cross-Origin-Embedder-Policy";
const resource = ["Cross-Origin-Resource-Policy", "same-origin"] as const;

/**
 * `credentialless` isolates as well, and lets the connection test see that a server is there which
 * refuses pages; Safari does not know it and would then isolate nothing.
 */
export type EmbedderPolicy = "credentialless" | "require-corp";

/** The answer with what its host left out; what the host says stands. */
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

/** `brands` as Chromium's browsers tell them; the others tell none. */
export function embedderPolicy(brands: readonly { brand: string }[] | undefined): EmbedderPolicy {
  return brands?.some(({ brand }) => brand === "Chromium") ? "credentialless" : "require-corp";
}
