/** Stage H. */
import { asks, encodes, reads, type StageInfo, type Uses, when } from "../../runtime/uses.ts";
import { looksUp } from "../route/index.ts";

export const answer: StageInfo = {
  id: "answer",
  uses: (settings) => {
    const { plan, summarise, gate, fallback, evidence } = settings;
    const chained = plan !== "off";
    return [
      when("plan", !chained, asks("summarise", "answerByHeart", "answerFrom")),
      when("plan", chained, asks("summarise", "summarise")),
      when("gate.kind", gate.kind !== "off", asks("summarise", "answerByHeart")),
      when("summarise", summarise === "decide", asks("small", "decide-summarise")),
      // A chain answers only a hop's parts from passages directly.
      when(
        "plan",
        !chained || fallback.on,
        reads("answer.form", "answer.passages", "answer.maxTokens"),
      ),
      when("source.tool", chained || looksUp(settings), encodes("evidence", evidence)),
      when("evidence", evidence, when("plan", chained, reads("evidenceThreshold"))),
      ...firstStepUses(settings),
    ];
  },
};

/** The check looks up the question's first step if there was no plan. */
export const firstStepUses: Uses = ({ plan, evidence }) => [
  when("plan", plan === "off" && evidence, asks("small", "plan")),
];
