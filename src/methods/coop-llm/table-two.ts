/** CoopLLM's Table 2 as the lab can run it. */
import type { RunSettings } from "../../log/types.ts";
import type { PaperRow } from "../../runtime/method.ts";

/**
 * The rows of CoopLLM's Table 2 that can be run without other weights (w/oLabel is another
 * training); the same rewriter, the paper's whole unit, but in the rows without it.
 */
export function tableTwoRows(settings: RunSettings): PaperRow[] {
  const row = (id: string, title: string, changes: Partial<RunSettings>) => ({
    id,
    title,
    settings: { ...settings, ...changes },
  });
  const large = { plan: "large", summarise: "large" } as const;
  const decide = { plan: "decide", summarise: "decide" } as const;
  const plain = { solve: "small", rewriter: "vanilla" } as const;
  const whole = { solve: "small", rewriter: "all" } as const;
  return [
    row("searchain-small", "SearChain, small", { ...plain, plan: "small", summarise: "small" }),
    row("searchain-large", "SearChain, large", { ...plain, ...large, solve: "large" }),
    row("lalm-smlm", "LaLM+SmLM", { ...plain, ...large }),
    row("coop-llm", "CoopLLM", { ...whole, ...decide }),
    row("without-rewriter", "w/oRewriter", { ...plain, ...decide }),
    row("without-decision", "w/oDecision", { ...whole, ...large }),
  ];
}
