import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "self-ask", title: "Self-Ask" };

export const selfAsk = defineMethod({
  ...named,
  citation:
    "Press et al., 2023: Measuring and Narrowing the Compositionality Gap in Language Models",
  summary: "The model asks itself follow-up questions; each is looked up, until it can answer.",
  kind: "baseline",
  // Three rounds of asking and reading, plus the end.
  mostCalls: 7,
  shape: "tree",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "Self-Ask (SlimPLM): at most three follow-ups, each looked up.",
      changes: { maxRounds: 3 },
    },
  ]),
  load: async () => (await import("./self-ask.ts")).parts,
});
