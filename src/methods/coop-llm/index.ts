import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { pipelineUses } from "../../stages/index.ts";
import { paperSettings, presets } from "./presets.ts";
import { tableTwoRows } from "./table-two.ts";

export const coopLlm = defineMethod({
  id: "coop-llm",
  title: "CoopLLM",
  citation:
    "Small Empowering Large: Leverage Performance and Efficiency by Exploring the Cooperation of LLMs",
  summary:
    "A large model plans and summarises when needed; a small one answers each step from the library.",
  kind: "paper",
  shape: shapeByPlan,
  uses: pipelineUses,
  stages: ["plan", "solve", "summarise"],
  controls: [
    "decisionThreshold",
    "rewriter",
    "rewriteBy",
    "source.choice",
    "source.tool",
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "reader",
    "maxRounds",
    "historyTokens",
    "confidenceThreshold",
    "answerForm",
    "rougeThreshold",
    "duplicateThreshold",
    "evidence",
    "evidenceThreshold",
    "arithmetic",
    "switches.fillProcessedQueries",
    "switches.emptySpanGuard",
    "switches.repeatStop",
    "switches.correctUnsolved",
  ],
  presets,
  paper: { settings: paperSettings, rows: tableTwoRows },
  load: async () => (await import("./coop-llm.ts")).parts,
});
