import { decoded } from "../../../app/runtime/routes.ts";

export type LabRoute =
  | { at: "new" }
  | { at: "pipeline" }
  /** `report`: one shipped with the page; null is the first. */
  | { at: "list"; report: string | null }
  | { at: "batch"; batchId: string };

export function labRoute(fragment: string): LabRoute {
  const [, rest = "", other = ""] = fragment.split("/");
  if (rest === "sample") return { at: "list", report: decoded(other) || null };
  if (rest === "new") return { at: "new" };
  if (rest === "pipeline") return { at: "pipeline" };
  const batchId = decoded(rest);
  return batchId ? { at: "batch", batchId } : { at: "list", report: null };
}

export function cornerOf(fragment: string): string | null {
  return /^#?lab\/sample\/[^/]*\/(?<corner>[^/]+)$/u.exec(fragment)?.groups?.["corner"] ?? null;
}
