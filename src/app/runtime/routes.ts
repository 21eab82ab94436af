/**
 * Which view of the page the address names: `#lab`, `#lab/sample/<report>/<combination>`, `#lab/new`, `#lab/<batch>`, `#runs`,
 * `#runs/<one>/<other>`, `#library…` (the rest is read by that page itself); anything else, a run
 * in a link too, is Ask.
 */
import { useSyncExternalStore } from "react";

export type LabRoute =
  | { view: "lab"; at: "new" }
  /** `report`: one that came with the page; null is the first. */
  | { view: "lab"; at: "list"; report: string | null }
  | { view: "lab"; at: "batch"; batchId: string };
export type RunsRoute =
  | { view: "runs"; at: "list" }
  | { view: "runs"; at: "compare"; runs: readonly [string, string] };
/** `at`: the whole fragment. */
export type LibraryRoute = { view: "library"; at: string };
export type Route = { view: "ask" } | LabRoute | RunsRoute | LibraryRoute;

/** The heading of whatever a view shows, VIEW-heading: it gets the focus. */
export const labHeadingId = "lab-heading";
export const runsHeadingId = "runs-heading";
export const libraryHeadingId = "library-heading";

export const paths = {
  ask: "#",
  lab: "#lab",
  sample: (report: string) => `#lab/sample/${encodeURIComponent(report)}`,
  /** The first of the page's reports at one of its combinations, as "LSS". */
  corner: (combination: string) => `#lab/sample//${combination}`,
  newBatch: "#lab/new",
  batch: (id: string) => `#lab/${encodeURIComponent(id)}`,
  runs: "#runs",
  compare: (one: string, other: string) =>
    `#runs/${encodeURIComponent(one)}/${encodeURIComponent(other)}`,
  /** By what settings hold for an embedded library: "" is the first. */
  library: (choice: string) => (choice === "" ? "#library" : `#library:${choice}`),
};

export function parseRoute(fragment: string): Route {
  const [view, rest = "", other = ""] = fragment.replace(/^#/u, "").split("/");
  if (view === "runs") return runsPlace(decoded(rest), decoded(other));
  if (view?.split(":")[0] === "library") return { view: "library", at: fragment };
  if (view !== "lab") return { view: "ask" };
  if (rest === "") return { view: "lab", at: "list", report: null };
  if (rest === "sample") return { view: "lab", at: "list", report: decoded(other) || null };
  if (rest === "new") return { view: "lab", at: "new" };
  const batchId = decoded(rest);
  return batchId === null
    ? { view: "lab", at: "list", report: null }
    : { view: "lab", at: "batch", batchId };
}

function runsPlace(one: string | null, other: string | null): RunsRoute {
  if (!one || !other) return { view: "runs", at: "list" };
  return { view: "runs", at: "compare", runs: [one, other] };
}

/** The combination that the address of one of the page's reports names; it may be none of that report's. */
export function cornerOf(fragment: string): string | null {
  return /^#?lab\/sample\/[^/]*\/(?<corner>[^/]+)$/u.exec(fragment)?.groups?.["corner"] ?? null;
}

/** A person can write anything into the address. */
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

/** The address' fragment, as it changes; compared as text, so read through `parseRoute`. */
export function useAddress(): string {
  return useSyncExternalStore(follow, () => location.hash);
}

export function navigate(address: string): void {
  location.hash = address;
}
