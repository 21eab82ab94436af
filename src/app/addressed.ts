/** Fetches the code of the page that the address names, before anything else. */
import { fetchArrival } from "../features/ask/view/player/arrival.ts";
import { pageOf, partsOf } from "./lazy/feature-parts.ts";
import { pageAt } from "./runtime/features.ts";

/**
 * Resolves when the code has loaded or failed. Ask's arrival recording is not fetched for other
 * views.
 */
export async function fetchAddressed(): Promise<void> {
  const feature = pageAt(location.hash);
  if (feature === null) return fetchArrival();
  const arrive = async () => (await partsOf(feature)).arrive?.();
  await Promise.allSettled([pageOf(feature).ahead(), arrive()]);
}
