/** Self-Ask's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "self-ask", title: "Self-Ask" };

export const selfAskInfo: MethodInfo = {
  ...named,
  citation:
    "Press et al., 2023: Measuring and Narrowing the Compositionality Gap in Language Models",
  summary: "The model asks itself follow-up questions; each is looked up, until it can answer.",
  kind: "rival",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  choices: [
    "SlimPLM stops after three rounds: here at most three follow-ups, then the answer is asked for. It does not say whether its 2.7 calls count the reader's; our meter does.",
    "Intermediate answers are read off the passages that the follow-up finds, by the model itself as in SlimPLM or by the encoder; where none answers, the model is told `unknown`.",
    "A trained small model is asked by its skill for the next query of a chain, which is the same game in other words.",
    "A follow-up that repeats an earlier one ends the asking (a switch).",
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "Self-Ask (SlimPLM): at most three follow-ups, each looked up.",
      changes: { maxRounds: 3 },
    },
  ]),
};
