import type { Retriever } from "../../runtime/ports.ts";

/** Availability of semantic search. */
export type DenseState =
  | { status: "ready" }
  | { status: "computing"; done: number; total: number }
  | { status: "off"; reason: DenseOffReason };

export type DenseOffReason =
  | "no-encoder"
  | "no-vectors"
  | "vectors-do-not-fit"
  | "cancelled"
  | "failed";

/** While `dense()` is not ready, `hybrid` uses BM25 alone. */
export interface OpenLibrary {
  retriever: Retriever;
  dense(): DenseState;
}
