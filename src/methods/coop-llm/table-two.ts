import type { RunSettings } from "../../log/types.ts";
import type { PaperRow } from "../../runtime/method.ts";
import { paperSettings } from "./presets.ts";

/**
 * Rows of Table 2 that need no other weights. LaLM+SmLM has the Decision: its printed 1.89, 1.93
 * and 1.72 calls per question are below the two of always planning and summarising, and nothing
 * else in the paper reduces them (§5.2).
 */
export const tableTwoRows: readonly PaperRow[] = rowsOfTableTwo();

function rowsOfTableTwo(): PaperRow[] {
  const row = (id: string, title: string, changes: Partial<RunSettings>) => ({
    id,
    title,
    settings: { ...paperSettings, ...changes },
  });
  const large = { plan: "large", summarise: "large" } as const;
  const decide = { plan: "decide", summarise: "decide" } as const;
  const plain = { solve: "small", rewriter: "vanilla" } as const;
  const whole = { solve: "small", rewriter: "all" } as const;
  return [
    row("searchain-small", "SearChain, small", { ...plain, plan: "small", summarise: "small" }),
    row("searchain-large", "SearChain, large", { ...plain, ...large, solve: "large" }),
    row("lalm-smlm", "LaLM+SmLM", { ...plain, ...decide }),
    row("coop-llm", "CoopLLM", { ...whole, ...decide }),
    row("without-rewriter", "w/oRewriter", { ...plain, ...decide }),
    row("without-decision", "w/oDecision", { ...whole, ...large }),
  ];
}
