/** The runs whose every door fails in turn: what they go by, and what they ask of the world. */
import type { RunSettings } from "../../../src/log/types.ts";
import { allSmallSettings, defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import { homoRouterSettings } from "../../../src/methods/homo-router/presets.ts";
import { raIsfSettings } from "../../../src/methods/ra-isf/presets.ts";
import { slimPlmSettings } from "../../../src/methods/slim-plm/presets.ts";

/** By the name that faults are printed with. */
export const faultedRuns: ReadonlyMap<string, RunSettings> = new Map<string, RunSettings>([
  // A large model plans and sums up, under caps; the small one solves.
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
  // The small model decides who plans and who sums up; the large one reads.
  ["decide", { ...defaultSettings, plan: "decide", solve: "large", summarise: "decide" }],
  // Runs all small first; this world's policy then expects more from the large model.
  ["where-it-pays", { ...allSmallSettings, worth: { pointUsd: 1000 } }],
  // The encoder judges, a large model answers.
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
  // A search service that costs money, and the device for the rest.
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
