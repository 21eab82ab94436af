/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
import type { Hit } from "./bm25.ts";

export interface FusedHit extends Hit {
  bm25Rank?: number;
  denseRank?: number;
}

/**
 * Each list adds 1 / (rrfK + rank), ranks from 1. Ties keep the full-text order, then the dense
 * one.
 */
export function fuse(bm25: readonly Hit[], dense: readonly Hit[], rrfK: number): FusedHit[] {
  const fused = new Map<number, FusedHit>();
  bm25.forEach(({ index }, position) => {
    fused.set(index, { index, score: 1 / (rrfK + position + 1), bm25Rank: position + 1 });
  });
  dense.forEach(({ index }, position) => {
    const known = fused.get(index) ?? { index, score: 0 };
    const score = known.score + 1 / (rrfK + position + 1);
    fused.set(index, { ...known, score, denseRank: position + 1 });
  });
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
