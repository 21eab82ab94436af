/** The list of the reports that came with the page, as its file has it: fetched beside the lab's own code. */
import { fetchOwnJson } from "../../../../shared/integrity/own-files.ts";

/** Where a file of these reports is. */
export const shippedAddress = (file: string) => new URL(`examples/${file}`, document.baseURI).href;

let fetched: Promise<unknown> | null = null;

/** Fetched once, and again after a failure. Throws AppError. */
export function fetchShippedList(): Promise<unknown> {
  fetched ??= fetchOwnJson("examples/reports.json", shippedAddress("reports.json")).catch(
    (thrown: unknown) => {
      fetched = null;
      throw thrown;
    },
  );
  return fetched;
}
