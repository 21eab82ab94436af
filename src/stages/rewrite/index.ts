/** Stage D. */
import type { Rewriter, RunSettings } from "../../log/types.ts";
import { asks, reads, type StageInfo, says, when } from "../../runtime/uses.ts";
import { looksUp } from "../route/index.ts";

/** From CoopLLM's Table 4. `digest` approximates Soft-prompt by text, not a vector. */
export const rewriterParts: Record<
  Rewriter,
  { keywords: boolean; top3: boolean; history: boolean; digest: boolean }
> = {
  vanilla: { keywords: false, top3: false, history: false, digest: false },
  keyword: { keywords: true, top3: false, history: false, digest: false },
  top3: { keywords: false, top3: true, history: false, digest: false },
  history: { keywords: false, top3: false, history: true, digest: false },
  "soft-prompt": { keywords: false, top3: false, history: false, digest: true },
  all: { keywords: true, top3: true, history: true, digest: true },
  // `queries.ts` makes several queries of a question; a hop has one.
  claims: { keywords: false, top3: false, history: false, digest: false },
};

export const rewrite: StageInfo = {
  id: "rewrite",
  uses: (settings) => {
    const { rewriter, plan, gate } = settings;
    const { keywords, top3, history, digest } = rewriterParts[rewriter];
    const chained = plan !== "off";
    const acts = rewriter === "vanilla" || looksUp(settings);
    return [
      when("reader", !remembersForNobody(settings), when("source.tool", acts, reads("rewriter"))),
      when("rewriter", keywords, asks("rewriteBy", "keywords")),
      when("rewriter", digest && chained, asks("rewriteBy", "digest")),
      when("rewriter", rewriter === "claims", asks("rewriteBy", "claims"), reads("filter.claims")),
      // Keywords are the rewriter's own query.
      when("gate.kind", gate.kind === "judge", when("rewriter", !keywords, reads("passOn.claims"))),
      when(
        "plan",
        !chained && (top3 || history || digest),
        says("rewriter-needs-chain", "rewriter"),
      ),
    ];
  },
};

/** The encoder takes no earlier steps. */
function remembersForNobody({ rewriter, plan, solve, reader }: RunSettings): boolean {
  const onlySteps = rewriter === "history" || rewriter === "soft-prompt";
  return onlySteps && plan !== "off" && solve === "small" && reader !== "model";
}
