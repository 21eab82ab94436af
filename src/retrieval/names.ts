/**
 * Ranks passages with the query's names first. Helps if passages are about many similar places (the
 * Factbook), and harms elsewhere: on HotpotQA, whole questions lose a tenth of their gold. So a
 * manifest must enable it.
 */
import type { Language } from "../language/language.ts";
import type { Passage } from "../log/types.ts";
import type { FusedHit } from "./fuse.ts";

/** Only this many hits are reordered. */
const reach = 10;

/** Vectors blur rare names, so fusion prefers a passage of the right kind about the wrong thing. */
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
