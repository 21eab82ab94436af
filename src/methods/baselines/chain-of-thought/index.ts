import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets } from "../presets.ts";

const named = { id: "chain-of-thought", title: "Chain of thought" };

export const chainOfThought = defineMethod({
  ...named,
  citation:
    "Wei et al., 2022: Chain-of-Thought Prompting Elicits Reasoning in Large Language Models",
  summary:
    "The model reasons step by step from memory and ends in an answer; nothing is looked up.",
  kind: "baseline",
  mostCalls: 2,
  shape: "tree",
  stages: ["solve"],
  controls: [],
  presets: baselinePresets(named, [
    { id: "", title: "", description: "CoT Prompting (SlimPLM): steps in words, then the answer." },
  ]),
  load: async () => (await import("./chain-of-thought.ts")).parts,
});
