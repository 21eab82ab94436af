/**
 * RA-ISF splits a question that is not known and that no passage answers, and solves its parts the
 * same way (§3.3, Algorithm 1).
 */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { listedWithAnswer, promptsWithAnswer } from "../own-answer-prompt.ts";
import { answersFromPassages, listPrompt, untrained } from "../pipeline-prompts.ts";
import { firstStep, models, ours, ownLibrary, search } from "../unlike-paper.ts";
import { relevantAnswer, relevantAnswerTemplates } from "./answer-prompt.ts";

export const parts: MethodParts = {
  prompts: promptsWithAnswer(relevantAnswer),
  execute: runStages,
  listed: listedWithAnswer(
    untrained.map((profile) =>
      listPrompt(
        "summarise",
        [profile],
        "Answer from the relevant passages",
        relevantAnswerTemplates[profile],
        answersFromPassages,
      ),
    ),
  ),
  choices: [
    "Algorithm 1 prints M(q, P), Equation 3 and the released code M(q, P_rel): here only the relevant passages are read.",
    "M(q, P_rel) is asked as Appendix G asks it, for one answer; a model with the skills has its own short prompt for that.",
    "M_rel judges one passage a call in Algorithm 1, five in one prompt in Appendix G, where they must also be sufficient: both can be chosen, and more than five are judged in fives.",
    "M_rel is the encoder's relevance head, the better judge of ours (AUROC 0.920 on HotpotQA; the threshold of 0.6 was set on the training before, at 0.885); the paper trains Llama 2 or T5. The small model can judge in its place.",
    "M_know was labelled by right answers (Appendix A) or by GPT-4 (§4.5): ours was taught by right answers, on verdicts over its own. All small asks for a probability of 0.9, which was set before that. In the paper, too, “known” is right only 33 to 79 times in 100 (Table 7), so the share that was right is counted for each exit.",
    "M_know speaks for the model that judges. The paper asks a small one on behalf of a large M, and so do we: what the large model knows and the small one does not is looked up.",
    "D_th = 3 is levels 0 to 3. At level 3 a question can still be known or answered from passages, but is not split: Algorithm 1 would make parts that are all “unknown”, §3.3 and “No QDM” say “unknown” at once.",
    "Parts are answered independently, as printed; a part with “unknown” is still handed to M. Filling earlier answers into later parts is ours, and a setting.",
    "Where relevant passages hold no answer for the encoder that reads them, the question is split as well; the paper's M always says something.",
    "Output that cannot be read is “unknow”, “irrelevant” or no parts, as in the released code. Parts that ask again for a question above them are dropped, and a run has at most 40.",
    "Contriever is replaced by the library's own vectors; its passages are not cut to 100 words.",
  ],
  unlikePaper: [
    ...models("sub-models of Llama 2, 7 billion, or T5, 780 million"),
    {
      says: "What is known is the small model’s probability of “yes”; the paper’s M_know says yes or no.",
      holds: ({ gate }) => gate.kind !== "off" && gate.by === "small",
    },
    {
      says: "The encoder’s relevance head judges each passage; the paper trains a language model to.",
      holds: ({ filter }) => filter.by === "encoder" && filter.kind !== "none",
    },
    {
      says: "Only the relevant passages are read (Equation 3); Algorithm 1 prints all of them.",
      holds: ({ filter }) => filter.kind === "per-passage" || filter.kind === "batch",
    },
    {
      says: "At the deepest level a part can still be known or answered from passages; Algorithm 1 would split it into parts that are all unknown.",
      holds: ({ fallback }) => fallback.on,
    },
    {
      says: "A question has at most six parts and a run 40, and a part that asks for a question above it is dropped.",
      holds: ({ fallback }) => fallback.on,
    },
    {
      says: "Later parts are told the answers of earlier ones, which is ours.",
      holds: ({ fallback }) => fallback.on && fallback.fillEarlier,
    },
    {
      says: "The encoder reads the relevant passages, and where it finds nothing the question is split; in print M always says something.",
      holds: ({ solve, reader }) => solve === "small" && reader !== "model",
    },
    ...search("Contriever, passages of 100 words"),
    ownLibrary,
    ours.rerank,
    ours.reader,
    firstStep,
  ],
};
