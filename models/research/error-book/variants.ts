/**
 * Variants of a question's run, so that greedy models give different chains: each changes retrieval
 * or reading, not how the chain is written.
 */
import type { RunSettings } from "../../../src/log/types.ts";
import type { JudgedRun } from "./judged-runs.ts";

export interface Variant {
  name: string;
  settings: RunSettings;
}

type Change = readonly [name: string, change: Partial<Omit<RunSettings, "retrieval">> & LookUp];

interface LookUp {
  mode?: RunSettings["retrieval"]["mode"];
}

/** Likely to read more right answers, the likeliest first. */
const better: readonly Change[] = [
  ["reranked", { rerank: true }],
  ["three passages", { rewriter: "top3" }],
  ["three passages, by words", { rewriter: "top3", mode: "bm25" }],
  ["by keywords", { rewriter: "keyword" }],
];

const worse: readonly Change[] = [
  ["by words", { rerank: false, mode: "bm25" }],
  ["by meaning", { rerank: false, mode: "dense" }],
  ["read by the language model", { rerank: false, reader: "model" }],
];

/** The given settings, then all variants; which ones are tried depends on earlier results. */
export function allVariants(
  settings: RunSettings,
  resolved: (settings: RunSettings) => RunSettings,
): Variant[] {
  return [
    firstVariant(settings),
    ...otherVariants(settings, "right", resolved),
    ...otherVariants(settings, "wrong", resolved),
  ];
}

/** Null if a right and a wrong chain exist, or `most` variants were tried. */
export function nextVariant(
  done: readonly JudgedRun[],
  asked: {
    settings: RunSettings;
    resolved: (settings: RunSettings) => RunSettings;
    most: number;
  },
): Variant | null {
  const { settings, resolved, most } = asked;
  if (done.length === 0) return firstVariant(settings);
  const records = done.flatMap((run) => run.records);
  const hasRight = records.some(({ right }) => right !== null);
  const hasWrong = records.some(({ wrong }) => wrong !== null);
  if (hasRight && hasWrong) return null;
  const others = otherVariants(settings, hasRight ? "wrong" : "right", resolved);
  const tried = new Set(done.map(({ variant }) => variant));
  return others.slice(0, most).find(({ name }) => !tried.has(name)) ?? null;
}

export function firstVariant(settings: RunSettings): Variant {
  return { name: "as asked", settings };
}

/**
 * Variants to try next if the chains so far are all wrong, or all right: the likeliest first, each
 * different from the given settings as far as the models can do it (`resolved`).
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
