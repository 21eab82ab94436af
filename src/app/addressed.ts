/** Fetches the code of the page that the address names, before anything else. */
import { fetchArrival } from "../features/ask/view/player/arrival.ts";
import { pageOf } from "./lazy/feature-parts.ts";
import { pageAt } from "./runtime/features.ts";

/**
 * Resolves when the code has loaded or failed. Ask's arrival recording is not fetched for other
 * views.
 */
export async function fetchAddressed(): Promise<void> {
  const feature = pageAt(location.hash);
  if (feature === null) return fetchArrival();
  const pageFetched = pageOf(feature).ahead();
  await (feature.arrive?.(pageFetched) ?? pageFetched);
}
