/** A trained policy as a run-time port: sentence vector in, expected scores out. */
import type { Embedder, SourceRouter } from "../../../runtime/ports.ts";
import { predictScores, type RouterPolicy, requireEncoder } from "./policy.ts";

/** `encoder`: the embedder's, as in the policy. Throws `router-data-invalid` if they differ. */
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
