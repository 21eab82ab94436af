import type { RunSettings } from "../../log/types.ts";
import type { Preset } from "../../runtime/method.ts";
import { defaultSettings } from "../coop-llm/presets.ts";
import { presetsOf } from "../preset.ts";

export const homoRouterSettings: RunSettings = {
  ...defaultSettings,
  method: "homo-router",
  plan: "off",
  solve: "large",
  summarise: "large",
  source: { choice: "best-predicted", tool: "library" },
  answer: { form: "short", passages: 5, maxTokens: 3000 },
  retrieval: { ...defaultSettings.retrieval, k: 5 },
};

const onDevice = { solve: "small", summarise: "small", evidence: true } as const;

const preset = presetsOf(homoRouterSettings);

export const presets: readonly Preset[] = [
  preset(
    "homo-router",
    "HomoRouter, best predicted",
    "Each question goes to the tool that is predicted to serve it best, whatever that costs; the large model answers.",
    {},
  ),
  preset(
    "homo-router-cost-saving",
    "HomoRouter, cost-saving",
    "A more expensive tool is asked only where it is predicted to be worth its price; the large model answers.",
    { source: { choice: "cost-saving", tool: "library" } },
  ),
  preset(
    "homo-router-llm-only",
    "LLM-only",
    "The fixed tool “none”: the large model answers from memory.",
    { source: { choice: "fixed", tool: "none" } },
  ),
  preset(
    "homo-router-small",
    "HomoRouter, best predicted, all small",
    "The tool that is predicted best; everything but a search service on this device.",
    onDevice,
  ),
  preset(
    "homo-router-cost-saving-small",
    "HomoRouter, cost-saving, all small",
    "A more expensive tool only where it is worth its price; everything but a search service on this device.",
    { ...onDevice, source: { choice: "cost-saving", tool: "library" } },
  ),
  preset(
    "homo-router-fixed-small",
    "Fixed tool, all small",
    "Every question goes to one tool, the library at first; nothing is predicted. Everything on this device.",
    { ...onDevice, source: { choice: "fixed", tool: "library" } },
  ),
];
