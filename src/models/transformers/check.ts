import { AppError } from "../../log/errors.ts";
import type { ChatRequest } from "../../runtime/ports.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { TransformersModel } from "./model.ts";

const KNOWN: ChatRequest = {
  messages: [{ role: "user", content: "What is the capital of France?" }],
  fixedPrefixMessages: 0,
  assistantPrefix: "The capital of France is",
  maxTokens: 8,
  stop: [],
  temperature: 0,
  purpose: "read",
};

/**
 * Some GPUs compute garbage without an error. Test models know nothing: their logits need only be
 * finite and uneven.
 */
export async function warmUp(
  model: TransformersModel,
  entry: CatalogueModel,
  signal: AbortSignal,
): Promise<void> {
  const options = ["Paris", "seven"] as const;
  const isTest = entry.role === "test";
  const asked = isTest ? KNOWN : { ...KNOWN, constraint: { kind: "choice", options } as const };
  const reply = await model.call(asked, () => {}, signal);
  const evenLogprob = -Math.log(model.vocabularySize);
  const first = reply.logprobs?.[0];
  if (first !== undefined && first <= evenLogprob + 1e-3) throw nonsense(entry, "even");
  if (isTest || signal.aborted) return;
  if ((reply.choiceProbabilities?.[options[0]] ?? 0) <= 0.5) throw nonsense(entry, "answer");
}

function nonsense(entry: CatalogueModel, cause: string): AppError {
  return new AppError("model-nonsense", { model: entry.id, cause });
}
