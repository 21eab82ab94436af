/** Settings of the runs whose every seam fails in turn. */
import type { RunSettings } from "../../../src/log/types.ts";
import { allSmallSettings, defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import { homoRouterSettings } from "../../../src/methods/homo-router/presets.ts";
import { raIsfSettings } from "../../../src/methods/ra-isf/presets.ts";
import { slimPlmSettings } from "../../../src/methods/slim-plm/presets.ts";

/** Keyed by the name printed with faults. */
export const faultedRuns: ReadonlyMap<string, RunSettings> = new Map<string, RunSettings>([
  // A large model plans and summarises under caps; the small one solves.
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
  // The small model decides which model plans and summarises; the large one reads.
  ["decide", { ...defaultSettings, plan: "decide", solve: "large", summarise: "decide" }],
  // Runs all-small first; this world's policy then prefers the large model.
  ["where-it-pays", { ...allSmallSettings, worth: { pointUsd: 1000 } }],
  ["slim-plm", { ...slimPlmSettings, gate: { ...slimPlmSettings.gate, judge: "encoder" } }],
  // Everything on the device.
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
  // A paid search service; everything else on the device.
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
