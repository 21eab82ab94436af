import type { RunSettings } from "../../../src/log/types.ts";
import { allSmallSettings, defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import { homoRouterSettings } from "../../../src/methods/homo-router/presets.ts";
import { raIsfSettings } from "../../../src/methods/ra-isf/presets.ts";
import { slimPlmSettings } from "../../../src/methods/slim-plm/presets.ts";

/** Keyed by the name printed with faults. */
export const faultedRuns: ReadonlyMap<string, RunSettings> = new Map<string, RunSettings>([
  [
    "coop-llm",
    {
      ...defaultSettings,
      plan: "large",
      summarise: "large",
      rewriter: "keyword",
      reader: "both",
      rerank: true,
      evidence: true,
    },
  ],
  ["decide", { ...defaultSettings, plan: "decide", solve: "large", summarise: "decide" }],
  // This world's policy then prefers the large model.
  ["where-it-pays", { ...allSmallSettings, worth: { pointUsd: 1000 } }],
  ["slim-plm", { ...slimPlmSettings, gate: { ...slimPlmSettings.gate, judge: "encoder" } }],
  [
    "ra-isf",
    {
      ...raIsfSettings,
      solve: "small",
      summarise: "small",
      fallback: { ...raIsfSettings.fallback, fillEarlier: true },
      retrieval: { ...raIsfSettings.retrieval, mode: "hybrid" },
    },
  ],
  [
    "homo-router",
    {
      ...homoRouterSettings,
      solve: "small",
      summarise: "small",
      source: { choice: "fixed", tool: "searxng" },
    },
  ],
]);
