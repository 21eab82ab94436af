/** The sentences about what the encoder reads: in a step, at the answer, in the settings. */
import type { Operation } from "../../log/search-events.ts";
import type { ReadingKind } from "../../log/types.ts";
import { decimal, plural } from "./format.ts";

export const readerText = {
  /** How a step's finding came about. */
  byEncoder: (passages: number) =>
    passages === 1
      ? "The reader picked the most likely words in this passage."
      : `The reader picked the most likely words in each of ${plural(passages, "passage", "passages")}.`,
  /** `first` is what the encoder marked; `choice` null where the model wrote none of its spans. */
  again: (first: string, choice: string | null, span: string) => {
    const wasUnsure = "It was unsure, so the language model chose among its likeliest words";
    if (choice === null) return `${wasUnsure}, but wrote none of them: “${span}” stands.`;
    if (choice !== span) {
      return `${wasUnsure}: “${choice}”. Of both together “${span}” stands.`;
    }
    return choice === first
      ? `${wasUnsure}, and chose the same: “${choice}”.`
      : `${wasUnsure}: “${choice}” instead of “${first}”.`;
  },
  byModel: "The language model read the passages together.",
  relevance: (value: number) => `relevance ${decimal(value)}`,
  noAnswer: (value: number) => `no-answer score ${decimal(value)}`,
  says: (kind: ReadingKind, span: string, confidence: number) =>
    kind === "none"
      ? "the reader finds no answer here"
      : `the reader says “${span}”, confidence ${decimal(confidence)}`,
  leftOut: (passages: number) =>
    `${plural(passages, "passage", "passages")} retrieved and left out as less relevant`,

  /** The answer check. */
  check: "Answer check",
  found: (passages: number) =>
    `The encoder read the question itself over ${plural(passages, "passage", "passages")} of the path`,
  replaced: (answer: string, confidence: number, threshold: number, said: string) =>
    `and found “${answer}” (confidence ${decimal(confidence)}, above ${decimal(threshold)}). That stands as the answer; the small model had said “${said}”.`,
  filled: (answer: string, confidence: number) =>
    `and found “${answer}” (confidence ${decimal(confidence)}). The chain had found nothing, so that stands as the answer.`,
  agreed: (confidence: number) => `and found the same (confidence ${decimal(confidence)}).`,
  tooUnsure: (answer: string, confidence: number, threshold: number) =>
    `and found “${answer}”, but was not sure enough (confidence ${decimal(confidence)}, not above ${decimal(threshold)}). The small model's answer stands.`,
  nothing: (noAnswer: number) =>
    `and found no answer (no-answer score ${decimal(noAnswer)}). The small model's answer stands.`,
  standsIn: (title: string) => `Where it stands: ${title}`,

  /** The meter. */
  readings: "Read by the encoder",
  readingsValue: (readings: number, time: string) =>
    `${plural(readings, "time", "times")}, ${time}`,
};

/** How an answer was computed from two found values. */
export const computedText = {
  title: "Computed",
  operations: {
    greater: (both) => `The greater of ${both}.`,
    less: (both) => `The lesser of ${both}.`,
    earlier: (both) => `The earlier of ${both}.`,
    later: (both) => `The later of ${both}.`,
    same: (both) => `Whether ${both} are the same.`,
    both: (both) => `Whether ${both} both have what was asked for.`,
    shared: (both) => `What both lists have: ${both}.`,
  } satisfies Record<Operation, (both: string) => string>,
  value: (name: string, value: string) => `${name} (${value})`,
  noModel: "Two found values decide this, so no model was asked to sum up.",
};
