import type { RunSettings } from "../log/types.ts";

/** Whether some search may go by meaning: the library's own mode, or a tool that is fixed to it. */
export function needsVectors({ retrieval, source }: RunSettings): boolean {
  return retrieval.mode !== "bm25" || source.choice !== "fixed" || source.tool !== "library";
}
