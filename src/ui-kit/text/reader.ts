import type { Operation } from "../../log/search-events.ts";
import type { ReadingKind } from "../../log/types.ts";
import { decimal, percent, plural } from "./format.ts";

export const readerText = {
  byEncoder: (passages: number) =>
    passages === 1
      ? "The reader picked the most likely words in this passage."
      : `The reader picked the most likely words in each of ${plural(passages, "passage", "passages")}.`,
  /** `choice` is null if the model chose none of the spans. */
  again: (first: string, choice: string | null, span: string) => {
    const wasUnsure = "It was unsure, so the language model chose among its likeliest words";
    if (choice === null) return `${wasUnsure}, but wrote none of them: “${span}” was kept.`;
    if (choice !== span) {
      return `${wasUnsure}: “${choice}”. Both readers together chose “${span}”.`;
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

  check: "Answer check",
  found: (passages: number) => `A final check of ${plural(passages, "passage", "passages")}`,
  replaced: (answer: string, confidence: number, threshold: number, said: string) =>
    `found “${answer}” (${percent(confidence)} sure; more than ${percent(threshold)} was needed). That is the answer; the small model had said “${said}”.`,
  filled: (answer: string, confidence: number) =>
    `found “${answer}” (${percent(confidence)} sure). The steps had found nothing, so that is the answer.`,
  agreed: (confidence: number) => `found the same (${percent(confidence)} sure).`,
  tooUnsure: (answer: string, confidence: number, threshold: number) =>
    `found “${answer}”, but was not sure enough (${percent(confidence)}; more than ${percent(threshold)} was needed). The small model's answer was kept.`,
  nothing: () => "found no answer either.",
  foundIn: (title: string) => `Found in: ${title}`,

  readings: "Read by the encoder",
  readingsValue: (readings: number, time: string) =>
    `${plural(readings, "time", "times")}, ${time}`,
};

export const computedText = {
  title: "Worked out",
  operations: {
    greater: (answer, both) => `The greater of ${both}: ${answer}.`,
    less: (answer, both) => `The smaller of ${both}: ${answer}.`,
    earlier: (answer, both) => `The earlier of ${both}: ${answer}.`,
    later: (answer, both) => `The later of ${both}: ${answer}.`,
    same: (answer, both) => `Are ${both} the same? ${answer}.`,
    both: (answer, both) => `Do ${both} both have what was asked for? ${answer}.`,
    shared: (answer) => `On both lists: ${answer}.`,
  } satisfies Record<Operation, (answer: string, both: string) => string>,
  value: (name: string, value: string) => `${name} (${value})`,
  noModel: (operation: Operation) =>
    operation === "shared"
      ? "Worked out by comparing the lists, without a model."
      : "Worked out by comparing the values, without a model.",
};
