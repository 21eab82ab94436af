import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { pipelineUses } from "../../stages/index.ts";
import { directRag } from "../baselines/direct-rag/index.ts";
import { ircot } from "../baselines/ircot/index.ts";
import { iterRetgen } from "../baselines/iter-retgen/index.ts";
import { leastToMost } from "../baselines/least-to-most/index.ts";
import { replug } from "../baselines/replug/index.ts";
import { skrKnn } from "../baselines/skr-knn/index.ts";
import { vanilla } from "../baselines/vanilla/index.ts";
import { ablations, presets } from "./presets.ts";

export const raIsf = defineMethod({
  id: "ra-isf",
  title: "RA-ISF",
  citation:
    "RA-ISF: Learning to Answer and Understand from Retrieval Augmentation via Iterative Self-Feedback",
  summary:
    "Asks itself what it knows, keeps the passages that help, and splits the question where none does.",
  kind: "paper",
  shape: shapeByPlan,
  uses: pipelineUses,
  stages: ["solve", "summarise"],
  controls: [
    "gate.kind",
    "gate.by",
    "gate.threshold",
    "source.choice",
    "source.tool",
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "filter.kind",
    "filter.by",
    "filter.threshold",
    "fallback.on",
    "fallback.by",
    "fallback.maxDepth",
    "fallback.fillEarlier",
    "duplicateThreshold",
    "reader",
    "answer.maxTokens",
    "evidence",
  ],
  presets,
  ablations,
  // Self-RAG is left out, since it needs other weights.
  rivals: [vanilla, leastToMost, ircot, directRag, skrKnn, iterRetgen, replug],
  // Figure 2, and Figures 3 and 4.
  swept: { "fallback.maxDepth": [0, 1, 2, 3, 4, 5], "retrieval.k": [1, 3, 5, 7, 9] },
  load: async () => (await import("./ra-isf.ts")).parts,
});
