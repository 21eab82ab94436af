import type { RetrievalQuery } from "../runtime/ports.ts";

/** These did best on half of the project's questions: docs/library.md. */
export const defaultRetrieval: Omit<RetrievalQuery, "text"> = {
  mode: "hybrid",
  k: 3,
  rrfK: 60,
  bm25: { k1: 1.2, b: 0.4 },
};
