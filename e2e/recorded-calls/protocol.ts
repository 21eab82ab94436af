/** Messages between page and test process about calls of the language model. */
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { ChatEnd, ChatRequest } from "../../src/runtime/ports.ts";

/** Everything that an output depends on; hashes identify the weights. */
export interface Asked {
  model: string;
  files: CatalogueModel["files"];
  device: string;
  request: ChatRequest;
}

/** Without times, which depend on the machine. */
export type RecordedEnd = Pick<
  ChatEnd,
  "text" | "finish" | "usage" | "logprobs" | "tokens" | "choiceProbabilities" | "constrained"
>;

export interface RecordedCall {
  end: RecordedEnd;
  pieceMs: number;
}

export const pageFunctions = {
  recorded: "hopwiseRecordedCall",
  unrecorded: "hopwiseUnrecordedCall",
} as const;

/** A window event that makes the stand-in die like a worker. */
export const deathOfModel = "hopwise-death-of-model";
