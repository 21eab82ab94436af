/** Together these setups use every prompt, all on one tier. */
import type { RunSettings, Tier } from "../../src/log/types.ts";
import { baselineSettings } from "../../src/methods/baselines/presets.ts";
import { defaultSettings } from "../../src/methods/coop-llm/presets.ts";
import { raIsfSettings } from "../../src/methods/ra-isf/presets.ts";
import { slimPlmSettings } from "../../src/methods/slim-plm/presets.ts";

interface AskedWay {
  id: string;
  title: string;
  settings: RunSettings;
}

/** Few suffice: the form of outputs is measured call by call. */
const fewPassages = 3;

export function askedWays(tier: Tier): AskedWay[] {
  const { retrieval } = defaultSettings;
  const byHand = { solve: tier, summarise: tier, rewriteBy: tier, reader: "model" } as const;
  return [
    {
      id: "chain",
      title: "CoopLLM, one model",
      // Reads as many as Direct RAG: with one it would miss every other fact.
      settings: {
        ...defaultSettings,
        ...byHand,
        plan: tier,
        rewriter: "keyword",
        retrieval: { ...retrieval, k: fewPassages },
      },
    },
    {
      id: "rag",
      title: "Direct RAG",
      settings: { ...baselineSettings("direct-rag", {}, tier), reader: "model" },
    },
    {
      id: "gate",
      title: "SlimPLM, one model",
      settings: {
        ...slimPlmSettings,
        ...byHand,
        gate: { ...slimPlmSettings.gate, by: tier, judge: "model" },
        rerank: false,
        retrieval: { ...slimPlmSettings.retrieval, k: fewPassages },
        answer: { ...slimPlmSettings.answer, passages: fewPassages },
      },
    },
    {
      id: "parts",
      title: "RA-ISF, one model",
      settings: {
        ...raIsfSettings,
        ...byHand,
        gate: { ...raIsfSettings.gate, by: tier },
        filter: { ...raIsfSettings.filter, by: tier },
        fallback: { ...raIsfSettings.fallback, by: tier, maxDepth: 1 },
        retrieval: { ...retrieval, k: fewPassages },
      },
    },
    {
      id: "decide",
      title: "CoopLLM with the Decision",
      settings: { ...defaultSettings, ...byHand, plan: "decide", summarise: "decide" },
    },
  ];
}
