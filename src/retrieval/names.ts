/** Puts first, among the best found, the passages that hold what the query calls by name. */
import type { Passage } from "../log/types.ts";
import type { FusedHit } from "./fuse.ts";
import { fold } from "./tokenise.ts";

/** How far down the fused list a passage may be lifted from. */
const reach = 10;

/**
 * Words with a capital that do not open the query. Vectors blur rare names, and rank
 * fusion then prefers a passage of the right kind about the wrong thing.
 */
export function namesIn(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return words
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map(fold);
}

/** The same hits; of the first ten, those with more of the names first, else in their order. */
export function namesFirst(
  query: string,
  hits: readonly FusedHit[],
  passages: readonly Passage[],
): FusedHit[] {
  const names = namesIn(query);
  const held = (hit: FusedHit) => {
    const passage = passages[hit.index];
    if (passage === undefined) return 0;
    const text = fold(`${passage.title} ${passage.text}`);
    return names.filter((name) => text.includes(name)).length;
  };
  const lifted = hits
    .slice(0, reach)
    .map((hit) => ({ hit, held: held(hit) }))
    .sort((a, b) => b.held - a.held)
    .map(({ hit }) => hit);
  return [...lifted, ...hits.slice(reach)];
}
