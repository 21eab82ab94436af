/** Finds out whether an unreachable server exists, which "Failed to fetch" hides. */
import { isLoopback } from "../bound-key.ts";
import type { Fetch } from "./transport.ts";
import { orAbort } from "./waiting.ts";

/** `withheld`: blocked by the browser (CORS); `insecure`: mixed content. */
export type Reach = "withheld" | "insecure" | "silent";

const patienceMs = 5000;

/**
 * Sends an opaque request, which any live server answers. Null where opaque responses are
 * forbidden. Throws only the signal's reason.
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
    // No key, headers or cookies. This mode must follow redirects, whose target learns only that a
    // request was made.
    const bare = { mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    const response = await orAbort(fetch(address, { ...bare, signal: patience }), patience);
    response.body?.cancel().catch(() => {});
    return "withheld";
  } catch {
    if (signal.aborted) throw signal.reason;
    return (await mayHearOpaque(fetch, signal)) ? "silent" : null;
  }
}

/** Only the response shows which of `require-corp` and `credentialless` applies. */
async function mayHearOpaque(fetch: Fetch, signal: AbortSignal): Promise<boolean> {
  if (globalThis.crossOriginIsolated !== true) return true;
  const page = await fetch(new URL(globalThis.location.href), { signal }).catch(() => null);
  page?.body?.cancel().catch(() => {});
  return page?.headers.get("Cross-Origin-Embedder-Policy") === "credentialless";
}
