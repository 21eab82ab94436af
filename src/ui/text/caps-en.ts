/** The sentences about spending caps: what happens at one, and what happened. */
import type { AtCap } from "../../state/preferences.ts";
import { usd } from "./format.ts";

export const capsText = {
  atCap: "When a cap is reached",
  choices: {
    ask: "ask me",
    degrade: "go on with the small model",
    end: "end the run",
  } satisfies Record<AtCap, string>,
  help: {
    ask: "The run stops before the call, and you choose how it goes on.",
    degrade: "The rest is done on this device, at no price. Your switches stay as they are.",
    end: "The run ends before the call. What was answered so far is kept.",
  } satisfies Record<AtCap, string>,
  choose: "How should it go on?",
  goOnSmall: "Go on with the small model",
  raise: (cap: number, period: "question" | "day") =>
    `Raise the cap to ${usd(cap)} a ${period} and go on`,
  wentOn: "A spending cap was reached. The small model did the rest.",
};
