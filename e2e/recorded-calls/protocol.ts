/** Messages between page and test process about calls of the language model. */
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { ChatEnd, ChatRequest } from "../../src/runtime/ports.ts";

/** All that an output depends on: the weights are known by their hashes. */
export interface Asked {
  model: string;
  files: CatalogueModel["files"];
  device: string;
  request: ChatRequest;
}

/** Without what depends on the machine. */
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

/** An event of the page's window; a worker with recorded answers then dies. */
export const deathOfModel = "hopwise-death-of-model";
