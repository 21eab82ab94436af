/** How a run ended, in one line: the answer, the time it took and what it cost; or that nothing was found. */
import type { AnswerState } from "../../folds/answer-state.ts";
import { duration, usd } from "./format.ts";

interface Ended {
  short: string;
  seconds: number;
  /** US dollars; null where part of it is unknown. */
  spent: number | null;
}

export const answeredText = {
  /** By what the answer is worth: a guess is told as one. */
  answered: (state: AnswerState | null, ended: Ended) => {
    switch (state?.kind) {
      case "not-in-library":
        return notFound(
          state.lookedUp ? "Not in the library." : "Nothing was looked up.",
          state.guess,
        );
      case "partly-found":
        if (state.part !== null) {
          const what = state.missing.length === 0 ? onlyFirst : onlyPart;
          return state.guess === "" ? what : notFound(what, state.guess);
        }
        return state.deciding === null
          ? notFound(onlyPart, state.guess)
          : `Partly found: ${line(ended)}`;
      default:
        return line(ended);
    }
  },
  /** In a list of runs. */
  kinds: {
    found: "found",
    "partly-found": "partly found",
    "not-in-library": "not in the library",
  } satisfies Record<AnswerState["kind"], string>,
};

const onlyPart = "Only a part of this is in the library.";
const onlyFirst = "Only the first step was found.";

function notFound(what: string, guess: string): string {
  return guess === "" ? `${what} The model has no guess.` : `${what} The model's guess: ${guess}`;
}

function line({ short, seconds, spent }: Ended): string {
  return [short, duration(seconds), spent === 0 ? "free" : usd(spent)].join(" · ");
}
