/** Chain of thought's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { rivalPresets } from "../presets.ts";

const named = { id: "chain-of-thought", title: "Chain of thought" };

export const chainOfThoughtInfo: MethodInfo = {
  ...named,
  citation:
    "Wei et al., 2022: Chain-of-Thought Prompting Elicits Reasoning in Large Language Models",
  summary:
    "The model reasons step by step from memory and ends in an answer; nothing is looked up.",
  kind: "rival",
  stages: ["solve"],
  controls: [],
  presets: rivalPresets(named, [
    { id: "", title: "", description: "CoT Prompting (SlimPLM): steps in words, then the answer." },
  ]),
};
