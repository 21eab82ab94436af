/**
 * Maps the address to a view: `#lab`, `#lab/sample/<report>/<combination>`, `#lab/new`,
 * `#lab/<batch>`, `#runs`, `#runs/<one>/<other>`, `#library…` (that page parses the rest). Anything
 * else, including a run in a link, is Ask.
 */
import { useSyncExternalStore } from "react";

export type LabRoute =
  | { view: "lab"; at: "new" }
  /** `report`: one shipped with the page; null is the first. */
  | { view: "lab"; at: "list"; report: string | null }
  | { view: "lab"; at: "batch"; batchId: string };
export type RunsRoute =
  | { view: "runs"; at: "list" }
  | { view: "runs"; at: "compare"; runs: readonly [string, string] };
/** `at`: the whole fragment. */
export type LibraryRoute = { view: "library"; at: string };
export type Route = { view: "ask" } | LabRoute | RunsRoute | LibraryRoute;

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
  batch: (id: string) => `#lab/${encodeURIComponent(id)}`,
  runs: "#runs",
  compare: (one: string, other: string) =>
    `#runs/${encodeURIComponent(one)}/${encodeURIComponent(other)}`,
  /** Takes an embedded library as named in settings: "" is the first. */
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

export function cornerOf(fragment: string): string | null {
  return /^#?lab\/sample\/[^/]*\/(?<corner>[^/]+)$/u.exec(fragment)?.groups?.["corner"] ?? null;
}

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

/**
 * The current fragment. Returned as text so that changes compare by value; parse with `parseRoute`.
 */
export function useAddress(): string {
  return useSyncExternalStore(follow, () => location.hash);
}

export function navigate(address: string): void {
  location.hash = address;
}
