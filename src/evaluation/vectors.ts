import type { RunSettings } from "../log/types.ts";

const byMeaning: ReadonlySet<string> = new Set(["dense", "hybrid"]);

/** Embeddings serve the library's mode, a fixed tool, or a tool that a router may choose. */
export function needsVectors({ retrieval, source }: RunSettings): boolean {
  if (source.choice !== "fixed") return true;
  return byMeaning.has(source.tool === "library" ? retrieval.mode : source.tool);
}
