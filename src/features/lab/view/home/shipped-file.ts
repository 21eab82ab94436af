/** What the Lab's arrival waits for: the list of shipped reports, and their first picture. */
import { fetchOwnJson } from "../../../../shared/integrity/own-files.ts";

export const shippedAddress = (file: string) => new URL(`examples/${file}`, document.baseURI).href;

let fetched: Promise<unknown> | null = null;

/** Cached; retried after a failure. Throws AppError. */
export function fetchShippedList(): Promise<unknown> {
  fetched ??= fetchOwnJson("examples/reports.json", shippedAddress("reports.json")).catch(
    (thrown: unknown) => {
      fetched = null;
      throw thrown;
    },
  );
  return fetched;
}

let draw: () => void = () => undefined;

/** Resolves with the first picture of a report. */
const firstPictureDrawn = new Promise<void>((resolve) => {
  draw = resolve;
});

/** Called after each picture; the first counts. */
export function pictureDrawn(): void {
  draw();
}

/** Fetches the list at once, alongside the page's code. */
export async function arriveAtLab(pageFetched: Promise<void>): Promise<void> {
  await Promise.allSettled([pageFetched, fetchShippedList()]);
  await Promise.race([firstPictureDrawn, enoughTime()]);
}

/**
 * Timeout for addresses that show no picture: another place of the lab, or a report that cannot be
 * drawn.
 */
function enoughTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}
