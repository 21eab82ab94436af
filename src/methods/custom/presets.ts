import type { RunSettings } from "../../log/types.ts";
import type { Preset } from "../../runtime/method.ts";
import { allSmallSettings } from "../coop-llm/presets.ts";
import { presetsOf } from "../preset.ts";

export const composedSettings: RunSettings = {
  ...allSmallSettings,
  method: "composed",
  gate: { kind: "judge", by: "small", judge: "encoder", threshold: 0.8 },
  filter: { kind: "per-passage", by: "encoder", threshold: 0.2, claims: true },
  fallback: { on: true, by: "small", maxDepth: 2, fillEarlier: true },
  answer: { form: "short", passages: 5, maxTokens: 2000 },
  // Weighting by relevance lost one answer and gained none (docs/methods.md).
  passOn: { answer: true, claims: true, relevance: false },
};

const preset = presetsOf(composedSettings);

export const presets: readonly Preset[] = [
  preset(
    "composed-small",
    "Chain with every check, all small",
    "Known questions are answered at once; others by a chain whose passages are filtered and whose open hops are split. Everything on this device.",
    {},
  ),
  preset(
    "composed-parts-small",
    "Search first, parts if need be, all small",
    "No plan: the question is searched as it stands, and split only where no passage helps; later parts know the earlier answers. Everything on this device.",
    {
      plan: "off",
      filter: { ...composedSettings.filter, threshold: 0.6 },
      retrieval: { ...composedSettings.retrieval, k: 5 },
    },
  ),
  preset(
    "composed-large-ends",
    "Large where it pays",
    "Small models judge, search, filter and solve; the large one plans and sums up where the small one says it cannot.",
    { plan: "decide", summarise: "decide", evidence: false },
  ),
];
