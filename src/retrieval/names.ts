/**
 * Puts first, among the best found, the passages that hold what the query calls by name. It helps where
 * every passage is about one place of many alike (the Factbook) and harms elsewhere: on HotpotQA whole
 * questions lose a tenth of their gold paragraphs by it. So a library's manifest must ask for it.
 */
import type { Language } from "../language/language.ts";
import type { Passage } from "../log/types.ts";
import type { FusedHit } from "./fuse.ts";

/** How far down the fused list a passage may be lifted from. */
const reach = 10;

/**
 * The same hits; of the first ten, those with more of the names first, else in their order. Vectors blur
 * rare names, and rank fusion then prefers a passage of the right kind about the wrong thing.
 */
export function namesFirst(
  query: string,
  hits: readonly FusedHit[],
  passages: readonly Passage[],
  { namesHeld }: Pick<Language, "namesHeld">,
): FusedHit[] {
  const heldIn = namesHeld(query);
  const held = (hit: FusedHit) => {
    const passage = passages[hit.index];
    return passage === undefined ? 0 : heldIn(`${passage.title} ${passage.text}`);
  };
  const lifted = hits
    .slice(0, reach)
    .map((hit) => ({ hit, held: held(hit) }))
    .sort((a, b) => b.held - a.held)
    .map(({ hit }) => hit);
  return [...lifted, ...hits.slice(reach)];
}
