import type { RunSettings } from "../../log/types.ts";
import type { Ablation, Preset } from "../../runtime/method.ts";
import { defaultSettings } from "../coop-llm/presets.ts";
import { presetsOf } from "../preset.ts";

/** The paper's settings: k = 5, D_th = 3, a large M, small sub-models. */
export const raIsfSettings: RunSettings = {
  ...defaultSettings,
  method: "ra-isf",
  gate: { kind: "self-knowledge", by: "small", judge: "model", threshold: 0.5 },
  plan: "off",
  solve: "large",
  summarise: "large",
  filter: { kind: "per-passage", by: "encoder", threshold: 0.6, claims: false },
  fallback: { on: true, by: "small", maxDepth: 3, fillEarlier: false },
  retrieval: { ...defaultSettings.retrieval, mode: "dense", k: 5 },
};

/**
 * A small model not trained on M_know says "yes" with 0.3 to 0.7 to anything, and its memory is
 * nearly always wrong.
 */
const allSmall: Partial<RunSettings> = {
  gate: { ...raIsfSettings.gate, threshold: 0.9 },
  solve: "small",
  summarise: "small",
  evidence: true,
  retrieval: { ...raIsfSettings.retrieval, mode: "hybrid" },
};

/** Table 2. */
export const ablations: readonly Ablation[] = [
  {
    id: "no-skm",
    title: "No SKM",
    without: (full) => ({ ...full, gate: { ...full.gate, kind: "off" } }),
  },
  {
    id: "no-prm",
    title: "No PRM",
    without: (full) => ({ ...full, filter: { ...full.filter, kind: "none" } }),
  },
  {
    id: "no-qdm",
    title: "No QDM",
    without: (full) => ({ ...full, fallback: { ...full.fallback, on: false } }),
  },
];

const filledIn = { ...raIsfSettings.fallback, fillEarlier: true };

const preset = presetsOf(raIsfSettings);

/** Tables 1 and 2, exact except for the models; the last two have our additions. */
export const presets: readonly Preset[] = [
  preset(
    "ra-isf",
    "RA-ISF",
    "A large model answers; small ones say what is known, which passages help and how the question splits.",
    {},
  ),
  preset(
    "ra-isf-small",
    "RA-ISF, all small",
    "Everything on this device: no key, no network, no money. Searched by words and by meaning, which is ours.",
    allSmall,
  ),
  preset(
    "ra-isf-no-skm",
    "No SKM",
    "Without the self-knowledge module: every question goes straight to the search.",
    { gate: { ...raIsfSettings.gate, kind: "off" } },
  ),
  preset(
    "ra-isf-no-prm",
    "No PRM",
    "Without the passage relevance module: what is not known goes straight to its parts, and nothing is searched.",
    { filter: { ...raIsfSettings.filter, kind: "none" } },
  ),
  preset(
    "ra-isf-no-qdm",
    "No QDM",
    "Without the question decomposition module: where no passage helps, the answer is “unknown” (D_th = 0).",
    { fallback: { ...raIsfSettings.fallback, on: false } },
  ),
  preset(
    "ra-isf-filled-in",
    "RA-ISF, earlier answers filled in",
    "Ours, not the paper's: a later part is told the answers of the earlier ones, which questions that build on each other need.",
    { fallback: filledIn },
  ),
  preset(
    "ra-isf-small-filled-in",
    "RA-ISF, all small, earlier answers filled in",
    "The same, with everything on this device.",
    { ...allSmall, fallback: filledIn },
  ),
];
