/** Self-Eval's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { defaultSettings } from "./coop-llm.presets.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "self-eval", title: "Self-Eval" };
const { gate } = defaultSettings;

export const selfEvalInfo: MethodInfo = {
  ...named,
  citation: "Kadavath et al., 2022: Language Models (Mostly) Know What They Know",
  summary: "The model judges itself whether it knows the answer, and looks it up only if not.",
  kind: "rival",
  stages: ["solve"],
  controls: ["gate.kind", "gate.threshold", ...searchControls, ...passageControls],
  choices: [
    "SlimPLM counts two calls for every question, so there the model judges the question and then answers. Kadavath's P(True) judges an answer that was given first: up to three calls, a variant here.",
    "The examples in the prompt are not printed; these are the project's own. A trained small model is asked by its skill, without examples.",
    "What is neither yes nor no counts as unknown, and is looked up.",
    "With the question about knowing switched off everything is looked up, as direct RAG does.",
    "Where the engine tells the probability of yes, that is compared with the threshold; a plain yes is 1.",
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "As in SlimPLM's tables: the model says whether it knows, then answers.",
      changes: { gate: { ...gate, kind: "self-knowledge", judge: "model" } },
    },
    {
      id: "p-true",
      title: "P(True)",
      description: "Kadavath's own: the model answers, then says whether that answer is true.",
      changes: { gate: { ...gate, kind: "judge", judge: "model" } },
    },
  ]),
};
