/**
 * Addresses: `#lab`, `#lab/sample/<report>/<combination>`, `#lab/new`, `#lab/pipeline`,
 * `#lab/<batch>`, `#runs`,
 * `#runs/<one>/<other>`, `#library…`. Each page parses its own; anything else, including a run in a
 * link, is Ask.
 */
import { useSyncExternalStore } from "react";

/** Id pattern VIEW-heading; the heading of the shown view gets the focus. */
export const labHeadingId = "lab-heading";
export const runsHeadingId = "runs-heading";
export const libraryHeadingId = "library-heading";

export const paths = {
  ask: "#",
  lab: "#lab",
  sample: (report: string) => `#lab/sample/${encodeURIComponent(report)}`,
  /** The first shipped report at one of its combinations, e.g. "LSS". */
  corner: (combination: string) => `#lab/sample//${combination}`,
  newBatch: "#lab/new",
  /** Runs of another agent. */
  pipeline: "#lab/pipeline",
  batch: (id: string) => `#lab/${encodeURIComponent(id)}`,
  runs: "#runs",
  compare: (one: string, other: string) =>
    `#runs/${encodeURIComponent(one)}/${encodeURIComponent(other)}`,
  /** Takes an embedded library as named in settings: "" is the first. */
  library: (choice: string) => (choice === "" ? "#library" : `#library:${choice}`),
};

/** Null for malformed encoding: users can type any address. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function follow(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

/** The current fragment. Returned as text so that changes compare by value. */
export function useAddress(): string {
  return useSyncExternalStore(follow, () => location.hash);
}

export function navigate(address: string): void {
  location.hash = address;
}
