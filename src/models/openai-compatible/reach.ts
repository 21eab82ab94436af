/**
 * What a browser hides behind "Failed to fetch": whether anybody is there who does not answer pages.
 * Asked once a call has failed and no cause is known.
 */
import { isLoopback } from "../bound-key.ts";
import type { Fetch } from "./transport.ts";
import { orAbort } from "./waiting.ts";

/**
 * `withheld`: something answers there, but the browser keeps it from this page (CORS, or a wrong
 * path without CORS headers); `insecure`: a secure page may not call plain http; `silent`: nothing
 * answers.
 */
export type Reach = "withheld" | "insecure" | "silent";

const patienceMs = 5000;

/**
 * An opaque request reaches any server that is there, whether or not it allows this page. Where the
 * page is refused opaque answers, too, that it got none says nothing, and null is returned. Throws
 * the signal's reason alone.
 */
export async function reachOf(
  address: URL,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Reach | null> {
  const isPlain = address.protocol === "http:" && !isLoopback(address.href);
  if (isPlain && globalThis.isSecureContext === true) return "insecure";
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    // Without key, headers and cookies. In this mode a browser must follow redirects, which then
    // learn nothing but that somebody asked.
    const bare = { mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    const response = await orAbort(fetch(address, { ...bare, signal: patience }), patience);
    response.body?.cancel().catch(() => {});
    return "withheld";
  } catch {
    if (signal.aborted) throw signal.reason;
    return (await mayHearOpaque(fetch, signal)) ? "silent" : null;
  }
}

/** Isolated by `require-corp` a page may not; by `credentialless` it may, and only its answer says which. */
async function mayHearOpaque(fetch: Fetch, signal: AbortSignal): Promise<boolean> {
  if (globalThis.crossOriginIsolated !== true) return true;
  const page = await fetch(new URL(globalThis.location.href), { signal }).catch(() => null);
  page?.body?.cancel().catch(() => {});
  return page?.headers.get("Cross-Origin-Embedder-Policy") === "credentialless";
}
