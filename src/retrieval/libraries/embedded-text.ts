import type { Passage } from "../../log/types.ts";

/** The encoder's input for a passage. Vectors fit a library only if both used this form. */
export function embeddedText(passage: Pick<Passage, "title" | "text">): string {
  return `${passage.title}\n${passage.text}`;
}
