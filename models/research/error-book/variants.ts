/**
 * Ways to run one question, so that greedy models give other chains: each changes what is
 * found or read, nothing of how the chain is written.
 */
import type { RunSettings } from "../../../src/log/types.ts";

export interface Variant {
  name: string;
  settings: RunSettings;
}

type Change = readonly [name: string, change: Partial<Omit<RunSettings, "retrieval">> & LookUp];

interface LookUp {
  mode?: RunSettings["retrieval"]["mode"];
}

/** Likely to read more of what is right, the likeliest first. */
const better: readonly Change[] = [
  ["reranked", { rerank: true }],
  ["three passages", { rewriter: "top3" }],
  ["three passages, by words", { rewriter: "top3", mode: "bm25" }],
  ["by keywords", { rewriter: "keyword" }],
];

/** Likely to be misled. */
const worse: readonly Change[] = [
  ["by words", { rerank: false, mode: "bm25" }],
  ["by meaning", { rerank: false, mode: "dense" }],
  ["read by the language model", { rerank: false, reader: "model" }],
];

/** As asked. */
export function firstVariant(settings: RunSettings): Variant {
  return { name: "as asked", settings };
}

/**
 * What else to try when the chains so far are all wrong, or all right: the likeliest first,
 * each different from the settings that were asked for, as far as the models can be asked
 * for it (`resolved`).
 */
export function otherVariants(
  settings: RunSettings,
  wanted: "right" | "wrong",
  resolved: (settings: RunSettings) => RunSettings,
): Variant[] {
  const tried = new Set([JSON.stringify(settings)]);
  return (wanted === "right" ? better : worse)
    .map(([name, change]) => ({ name, settings: resolved(changed(settings, change)) }))
    .filter(({ settings: other }) => {
      const key = JSON.stringify(other);
      if (tried.has(key)) return false;
      tried.add(key);
      return true;
    });
}

function changed(settings: RunSettings, { mode, ...change }: Change[1]): RunSettings {
  const retrieval = mode === undefined ? settings.retrieval : { ...settings.retrieval, mode };
  return { ...settings, ...change, retrieval };
}
