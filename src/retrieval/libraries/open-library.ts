/** What every open library offers, whatever it was opened from. */
import type { Retriever } from "../../runtime/ports.ts";

/** Whether a library can be searched by meaning just now, and if not, why. */
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

/** A library one can search. While `dense()` is not ready, `hybrid` searches by BM25 alone. */
export interface OpenLibrary {
  retriever: Retriever;
  dense(): DenseState;
}
