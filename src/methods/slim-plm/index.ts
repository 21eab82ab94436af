import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { pipelineUses } from "../../stages/index.ts";
import { chainOfThought } from "../baselines/chain-of-thought/index.ts";
import { directRag } from "../baselines/direct-rag/index.ts";
import { flare } from "../baselines/flare/index.ts";
import { iterRetgen } from "../baselines/iter-retgen/index.ts";
import { selfAsk } from "../baselines/self-ask/index.ts";
import { selfEval } from "../baselines/self-eval/index.ts";
import { skrKnn } from "../baselines/skr-knn/index.ts";
import { vanilla } from "../baselines/vanilla/index.ts";
import { ablations, presets } from "./presets.ts";

export const slimPlm = defineMethod({
  id: "slim-plm",
  title: "SlimPLM",
  citation:
    "Small Models, Big Insights: Leveraging Slim Proxy Models to Decide When and What to Retrieve for LLMs",
  summary:
    "A small model answers first; if that is not known to be right, its claims are looked up, and one call answers.",
  kind: "paper",
  shape: shapeByPlan,
  uses: pipelineUses,
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
    "evidence",
  ],
  presets,
  ablations,
  // Table 1's rows.
  rivals: [vanilla, chainOfThought, directRag, flare, selfEval, selfAsk, iterRetgen, skrKnn],
  swept: { "gate.threshold": [0.1, 0.3, 0.5, 0.7, 0.9], "retrieval.k": [1, 3, 5, 10] },
  load: async () => (await import("./slim-plm.ts")).parts,
});
