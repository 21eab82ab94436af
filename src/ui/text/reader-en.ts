/** The sentences about what the encoder reads: in a step, at the answer, in the settings. */
import type { ReaderChoice, ReadingKind } from "../../core/types.ts";
import { decimal, plural } from "./format.ts";

export const readerText = {
  /** How a step's finding came about. */
  byEncoder: (passages: number) =>
    passages === 1
      ? "The encoder read the passage; the surest words of it count."
      : `The encoder read ${plural(passages, "passage", "passages")} one by one; the surest words count.`,
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

  /** The method's settings. */
  settings: "Reading",
  settingsHelp:
    "The encoder is small enough to read many passages in the time the language model takes for one. Without its reading heads, these do nothing.",
  who: "Who reads for the small model",
  choices: {
    encoder: "the encoder: words of one passage, with a confidence",
    model: "the language model: all passages at once",
  } satisfies Record<ReaderChoice, string>,
  whoHelp:
    "SearChain's reader is an extractive one, like the encoder. Only the language model can be told of the steps before (History, Soft-prompt).",
  rerank: "Choose passages by relevance",
  rerankHelp:
    "Ours, not the papers'. Ten more passages are retrieved than are read, and the encoder keeps the most relevant.",
  evidence: "Check the answer against all evidence",
  evidenceHelp:
    "Ours, not the papers'. When the steps were read without much confidence, the encoder reads your question over the passages of the path, joined. What it is surer of than of the steps replaces the answer.",
  threshold: "Confidence the answer check needs",
  thresholdHelp:
    "Above this, and above its mean confidence in the steps, its answer replaces the small model's. Where the chain found nothing, any answer does.",
};
