import type { AtCap } from "../../../session/preferences.ts";
import { usd } from "../../../ui-kit/text/format.ts";

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
  today: {
    label: "Counted today:",
    help: "Calls that broke off or told nothing count at their worst case. A day begins at 0:00 UTC.",
    damaged:
      "The record of today’s spending in this browser is damaged. Under a cap for the day nothing with a price is called today, unless you count the day again.",
    tooMuch:
      "A server told of more than can be counted. Under a cap for the day nothing with a price is called today, unless you count the day again.",
    unreadable:
      "This browser’s storage does not answer, so what was spent today is not known. Under a cap for the day nothing with a price is called until it does.",
    reset: "Count today again",
    resetAsk:
      "What was spent today until now no longer counts against the cap. Look it up at your provider first, and wait until no call is under way.",
    resetSure: "Begin at $0",
    resetKeep: "Leave it",
    isReset: "Today is counted again, from $0.",
  },
  choose: "How should it go on?",
  goOnSmall: "Go on with the small model",
  raise: (cap: number, period: "question" | "day") =>
    `Raise the cap to ${usd(cap)} a ${period} and go on`,
  wentOn: "A spending cap was reached. The small model did the rest.",
};
