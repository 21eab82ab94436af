/** SlimPLM's settings and the paper's rows; light, so that the page can show them at once. */
import type { MethodInfo, Preset } from "../core/method.ts";
import type { RunSettings } from "../core/types.ts";
import { defaultSettings } from "./coop-llm.presets.ts";
import { presetsOf } from "./preset.ts";

/** The paper's own setting (§4.4): BM25 with k = 10 a query, reordered, 20 passages, one large call. */
export const slimPlmSettings: RunSettings = {
  ...defaultSettings,
  method: "slim-plm",
  gate: { kind: "judge", by: "small", judge: "model", threshold: 0.5 },
  plan: "off",
  solve: "small",
  summarise: "large",
  rewriter: "claims",
  rerank: true,
  retrieval: { ...defaultSettings.retrieval, mode: "bm25", k: 10 },
};

const preset = presetsOf(slimPlmSettings);

/** Tables 1 and 2; each is exact but for the models behind it, and two for what is ours. */
const presets: readonly Preset[] = [
  preset(
    "slim-plm",
    "SlimPLM",
    "The small model answers first and says whether that is known; if not, its claims are looked up. One large call in all.",
    {},
  ),
  preset(
    "slim-plm-score",
    "SlimPLM, score",
    "The released code's other form: the judge gives a score, and a threshold decides. Here the encoder's head is the judge.",
    { gate: { ...slimPlmSettings.gate, judge: "encoder" } },
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
      gate: { ...slimPlmSettings.gate, judge: "encoder" },
      summarise: "small",
      answer: { ...slimPlmSettings.answer, passages: 5 },
    },
  ),
];

export const slimPlmInfo: MethodInfo = {
  id: "slim-plm",
  title: "SlimPLM",
  citation:
    "Small Models, Big Insights: Leveraging Slim Proxy Models to Decide When and What to Retrieve for LLMs",
  summary:
    "A small model answers first; if that is not known to be right, its claims are looked up, and one call answers.",
  kind: "paper",
  stages: ["summarise"],
  controls: [
    "gate.kind",
    "gate.by",
    "gate.judge",
    "gate.threshold",
    "decisionThreshold",
    "rewriter",
    "rewriteBy",
    "source.choice",
    "source.tool",
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "filter.claims",
    "reader",
    "answer.form",
    "answer.passages",
    "answer.maxTokens",
  ],
  choices: [
    "θ is “a predefined threshold”: 0.5 as in the released code, and a score must be above it, not at it.",
    "RJ says True or False in the paper; the released code can also score it. Both can be chosen: the model's yes or no, or the encoder's head, a score with a slider.",
    "RJ is trained in the paper. Here the encoder's head is; the small model is only asked, so its yes or no is worth less.",
    "A judgement that cannot be read is Known (False): the question is looked up, as in the released code.",
    "QF judges claims only. The question and its rewrites are always searched, but for rewrites that their writer says need no search.",
    "With QF on, a claim's own “needs no search” is ignored in favour of the judgement; without QF it decides (released code; the paper searches every query).",
    "“w/o RJ” drops the judgement of the question, not that of the claims: the heuristic answer is still made.",
    "Where no claim can be read, only the question and its rewrites are searched.",
    "The reranker is our encoder's relevance head in place of E5; passages are put in one order. The released code takes one passage of each document in turn and stops at the shortest, which loses passages.",
    "3,000 tokens are taken as 12,000 characters, and the last passage may be cut.",
    "Where nothing is found the answer is from memory (§3.1: D_ref = ∅); where the encoder finds no answer in the passages, the heuristic answer stands and is marked unknown.",
    "The released code adds “think step by step” for one model on two data sets, which the paper does not say: left out.",
  ],
  presets,
};
