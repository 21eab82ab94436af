/** Fetches the code of the page that the address names, before anything else. */
import { fetchArrival } from "../features/ask/view/player/arrival.ts";
import { fetchShippedList, firstPictureDrawn } from "../features/lab/view/home/shipped-file.ts";
import { lazyView } from "./lazy/lazy-view.ts";
import { parseRoute, type Route } from "./runtime/routes.ts";

export const LabPage = lazyView(async (parts) => (await parts.lab()).LabPage);
export const RunsPage = lazyView(async (parts) => (await parts.runs()).RunsPage);
export const LibraryPage = lazyView(async (parts) => (await parts.library()).LibraryPage);

const fetched: Record<Route["view"], () => Promise<void>> = {
  ask: fetchArrival,
  lab: async () => {
    await Promise.allSettled([LabPage.ahead(), fetchShippedList()]);
    await Promise.race([firstPictureDrawn, enoughTime()]);
  },
  runs: () => RunsPage.ahead(),
  library: () => LibraryPage.ahead(),
};

/**
 * Timeout for addresses that show no picture: another place of the lab, or a report that cannot be
 * drawn.
 */
function enoughTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

/**
 * Resolves when the code has loaded or failed. Ask's arrival recording is not fetched for other
 * views.
 */
export function fetchAddressed(): Promise<void> {
  return fetched[parseRoute(location.hash).view]();
}
