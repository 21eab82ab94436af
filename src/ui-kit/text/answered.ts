import type { AnswerState } from "../../folds/answer-state.ts";
import { standingOf } from "../../folds/standing.ts";
import { duration, usd } from "./format.ts";
import { surenessText } from "./sureness.ts";

interface Ended {
  short: string;
  /** P(right); null if unknown. */
  sure: number | null;
  seconds: number;
  /** US dollars; null if partly unknown. */
  spent: number | null;
}

export const answeredText = {
  /** A guess is labelled as one. */
  answered: (state: AnswerState | null, ended: Ended) => {
    switch (state?.kind) {
      case "not-in-library":
        return notFound(
          state.lookedUp ? "Not in the library." : "Nothing was looked up.",
          state.guess,
          ended,
        );
      case "partly-found":
        if (state.part !== null) {
          const what = state.missing.length === 0 ? onlyFirst : onlyPart;
          return state.guess === "" ? what : notFound(what, state.guess, ended);
        }
        return state.deciding === null
          ? notFound(onlyPart, state.guess, ended)
          : `Partly found: ${line(ended)}`;
      default:
        return foundLine(state, ended);
    }
  },
  /** Used in a list: "found, 82 % sure". */
  kind: (kind: AnswerState["kind"], sure: number | null) => {
    const word = surenessText.kinds[standingOf({ kind }, sure)];
    return sure === null || kind === "not-in-library"
      ? word
      : `${word}, ${surenessText.figure(sure)}`;
  },
};

function foundLine(state: AnswerState | null, ended: Ended): string {
  const doubt = state === null ? "" : surenessText.doubt(standingOf(state, ended.sure));
  return doubt === "" ? line(ended) : `${doubt}: ${line(ended)}`;
}

const onlyPart = "Only a part of this is in the library.";
const onlyFirst = "Only the first step was found.";

function notFound(what: string, guess: string, { sure }: Ended): string {
  if (guess === "") return `${what} The model has no guess.`;
  const figure = sure === null ? "" : ` (${surenessText.figure(sure)})`;
  return `${what} The model's guess: ${guess}${figure}`;
}

function line({ short, sure, seconds, spent }: Ended): string {
  const figure = sure === null ? [] : [surenessText.figure(sure)];
  return [short, ...figure, duration(seconds), spent === 0 ? "free" : usd(spent)].join(" · ");
}
