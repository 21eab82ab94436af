import type { RunSettings } from "../log/types.ts";

const byMeaning: ReadonlySet<string> = new Set(["dense", "hybrid"]);

/**
 * True if some search may use embeddings: the library's own mode, a tool fixed to it, or one that a
 * router may choose.
 */
export function needsVectors({ retrieval, source }: RunSettings): boolean {
  if (source.choice !== "fixed") return true;
  return byMeaning.has(source.tool === "library" ? retrieval.mode : source.tool);
}
