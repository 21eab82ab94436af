import type { Passage } from "../../log/types.ts";

/** What the encoder sees of a passage. Vectors fit a library only if both were made of this. */
export function embeddedText(passage: Pick<Passage, "title" | "text">): string {
  return `${passage.title}\n${passage.text}`;
}
