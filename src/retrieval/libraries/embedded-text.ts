import type { Passage } from "../../log/types.ts";

/** Vectors match a library only if the encoder read texts in this form. */
export function embeddedText(passage: Pick<Passage, "title" | "text">): string {
  return `${passage.title}\n${passage.text}`;
}
