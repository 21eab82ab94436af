import type { Passage } from "../../log/types.ts";

/** The encoder's input. Vectors fit a library only in this form. */
export function embeddedText(passage: Pick<Passage, "title" | "text">): string {
  return `${passage.title}\n${passage.text}`;
}
