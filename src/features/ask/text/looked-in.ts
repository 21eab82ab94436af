/** Where a run's answer was looked up: the library, or the search service used in its place. */
import type { Trace } from "../../../folds/trace.ts";

export interface LookedIn {
  title: string;
  edition: string;
}

export function lookedIn({ start, nodes }: Trace): LookedIn {
  for (const { source } of nodes.values()) {
    if (source !== null && source.tool.destination !== "device") {
      return { title: source.tool.title, edition: "" };
    }
  }
  return { title: start?.library.title ?? "", edition: start?.library.edition ?? "" };
}
