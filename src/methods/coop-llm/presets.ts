import type { RunSettings } from "../../log/types.ts";
import type { Preset } from "../../runtime/method.ts";
import { presetsOf } from "../preset.ts";

export const defaultSettings: RunSettings = {
  method: "coop-llm",
  gate: { kind: "off", by: "small", judge: "encoder", threshold: 0.5 },
  plan: "decide",
  solve: "small",
  summarise: "decide",
  rewriter: "vanilla",
  rewriteBy: "small",
  source: { choice: "fixed", tool: "library" },
  filter: { kind: "off", by: "encoder", threshold: 0.5, claims: true },
  fallback: { on: false, by: "small", maxDepth: 3, fillEarlier: false },
  answer: { form: "short", passages: 20, maxTokens: 3000 },
  rival: {},
  reader: "encoder",
  rerank: false,
  evidence: false,
  evidenceThreshold: 0.3,
  arithmetic: false,
  maxRounds: 5,
  historyTokens: 0,
  confidenceThreshold: 0.3,
  answerForm: "short",
  rougeThreshold: 0.35,
  decisionThreshold: 0.5,
  duplicateThreshold: 0.85,
  retrieval: { mode: "hybrid", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.4 } },
  switches: {
    fillProcessedQueries: true,
    emptySpanGuard: true,
    repeatStop: true,
    correctUnsolved: true,
  },
};

/** SearChain's H is unbounded; this many tokens leave room for the rest in a context of 4,096. */
const searchainHistory = 2000;

/**
 * The printed rows have none of our additions. The three switches left on repair what cannot run as
 * printed (docs/papers/coop-llm.md).
 */
export const paperSettings: RunSettings = {
  ...defaultSettings,
  historyTokens: searchainHistory,
  switches: { ...defaultSettings.switches, correctUnsolved: false },
};

export const allSmallSettings: RunSettings = {
  ...defaultSettings,
  plan: "small",
  solve: "small",
  summarise: "small",
  reader: "both",
  rerank: true,
  evidence: true,
  arithmetic: true,
};

/** US dollars per 1,000 questions for one more right answer per hundred. */
export const defaultWorth = { pointUsd: 0.05 };

const preset = presetsOf(paperSettings);

/**
 * Tables 2 and 3, except for the models and the differences in docs/papers/coop-llm.md; the last
 * one adds our extensions.
 */
export const presets: readonly Preset[] = [
  preset(
    "coop-llm",
    "CoopLLM",
    "The large model plans and summarises unless the small one says it can; the small one solves, with the whole rewriting unit.",
    { rewriter: "all" },
  ),
  preset(
    "coop-llm-without-decision",
    "CoopLLM without Decision",
    "The large model always plans and summarises; the small one solves, with the whole rewriting unit.",
    { plan: "large", summarise: "large", rewriter: "all" },
  ),
  preset(
    "lalm-smlm",
    "LaLM+SmLM",
    "The large model plans and summarises unless the small one says it can; the small one solves, without the rewriting unit. In the paper it is not fine-tuned.",
    {},
  ),
  preset(
    "searchain-large",
    "SearChain, all large",
    "One large model plans, continues, reads and concludes; top-1 passage.",
    { plan: "large", solve: "large", summarise: "large" },
  ),
  preset(
    "searchain-small",
    "SearChain, all small",
    "Everything on this device: no key, no network, no money. Beyond the paper: relevance ranking, a second reader when unsure, a final answer check, and arithmetic for comparisons.",
    allSmallSettings,
  ),
  preset(
    "where-it-pays",
    "Where it pays",
    "Everything on this device first; then the stages go to the large model where what was learnt of it says that they are worth the price you set.",
    { ...allSmallSettings, worth: defaultWorth },
  ),
];
