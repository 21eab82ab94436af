import type { Embedder, SourceRouter } from "../../../runtime/ports.ts";
import { predictScores, type RouterPolicy, requireEncoder } from "./policy.ts";

/** Throws `router-data-invalid` if `encoder` is not the policy's. */
export function sourceRouter(
  policy: RouterPolicy,
  embedder: Embedder,
  encoder: string,
): SourceRouter {
  requireEncoder(policy, encoder);
  const { toolIds, lambda, trainedOn, answerer = null } = policy;
  return {
    toolIds,
    lambda,
    trainedOn,
    answerer,
    async predict(question, signal) {
      const [vector = new Float32Array()] = await embedder.embed([question], signal);
      return predictScores(policy, vector);
    },
  };
}
