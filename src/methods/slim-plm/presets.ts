import type { RunSettings } from "../../log/types.ts";
import type { Ablation, Preset } from "../../runtime/method.ts";
import { defaultSettings } from "../coop-llm/presets.ts";
import { presetsOf } from "../preset.ts";

/**
 * The paper's setting (§4.4): BM25 with k = 10 per query, reordered, 20 passages, one large call.
 */
export const slimPlmSettings: RunSettings = {
  ...defaultSettings,
  method: "slim-plm",
  gate: { kind: "judge", by: "small", judge: "encoder", threshold: 0.5 },
  plan: "off",
  solve: "small",
  summarise: "large",
  rewriter: "claims",
  rerank: true,
  retrieval: { ...defaultSettings.retrieval, mode: "bm25", k: 10 },
};

/** Table 2. In print the second is “w/oQJ” in the table and “w/oRJ” in the text. */
export const ablations: readonly Ablation[] = [
  { id: "without-qr", title: "w/o QR", without: (full) => ({ ...full, rewriter: "vanilla" }) },
  {
    id: "without-rj",
    title: "w/o RJ",
    without: (full) => ({ ...full, gate: { ...full.gate, kind: "off" } }),
  },
  {
    id: "without-qf",
    title: "w/o QF",
    without: (full) => ({ ...full, filter: { ...full.filter, claims: false } }),
  },
];

const preset = presetsOf(slimPlmSettings);

/** Tables 1 and 2, exact except for the models; two have our additions. */
export const presets: readonly Preset[] = [
  preset(
    "slim-plm",
    "SlimPLM",
    "The small model answers first, and a trained judge scores whether that is right; if not, its claims are looked up. One large call in all.",
    {},
  ),
  preset(
    "slim-plm-words",
    "SlimPLM, yes or no",
    "The paper's form of the judgement: the model says yes or no of its own answer. The small one was not trained to.",
    { gate: { ...slimPlmSettings.gate, judge: "model" } },
  ),
  preset(
    "slim-plm-without-qr",
    "SlimPLM without QR",
    "Without query rewriting: what is not known is searched for by the question alone.",
    { rewriter: "vanilla" },
  ),
  preset(
    "slim-plm-without-rj",
    "SlimPLM without RJ",
    "Without the judgement of the question: everything is looked up. Claims are still judged.",
    { gate: { ...slimPlmSettings.gate, kind: "off" } },
  ),
  preset(
    "slim-plm-without-qf",
    "SlimPLM without QF",
    "Without the claim filter: no claim is left out as known, only those whose writer says that they need no search.",
    { filter: { ...slimPlmSettings.filter, claims: false } },
  ),
  preset(
    "slim-plm-small",
    "SlimPLM, all small",
    "Everything on this device: no key, no network, no money. The encoder judges, and reads the best passages one by one.",
    {
      summarise: "small",
      evidence: true,
      answer: { ...slimPlmSettings.answer, passages: 5 },
    },
  ),
];
