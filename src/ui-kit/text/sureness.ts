import type { Standing } from "../../folds/standing.ts";
import { percent } from "./format.ts";

/** Certainty is never claimed: beyond these limits it is "over" or "under". */
const most = 0.95;
const least = 0.05;

const kinds: Readonly<Record<Standing, string>> = {
  found: "found",
  "may-be-right": "may be right",
  doubtful: "probably wrong",
  "partly-found": "partly found",
  "not-in-library": "not in the library",
};

export const surenessText = {
  kinds,
  /** "82 % sure", "over 95 % sure". */
  figure: (sure: number) => `${share(sure)} sure`,
  /** "" unless the answer is doubted. */
  doubt: (standing: Standing | null) => {
    if (standing === "doubtful") return "Low confidence";
    return standing === "may-be-right" ? "May be right" : "";
  },
  line: (standing: Standing | null, sure: number) => {
    if (standing === "doubtful") return `Low confidence (${share(sure)}). Check the source`;
    const doubt = surenessText.doubt(standing);
    return doubt === "" ? surenessText.figure(sure) : `${doubt}: ${surenessText.figure(sure)}`;
  },
  means: (sure: number) => `Of answers told like this one, ${ofHundred(sure)} were right.`,
  basis: "Learnt from runs over training questions; not from what the model claims about itself.",
};

function share(sure: number): string {
  if (sure > most) return `over ${percent(most)}`;
  return sure < least ? `under ${percent(least)}` : percent(sure);
}

function ofHundred(sure: number): string {
  if (sure > most) return `more than ${Math.round(most * 100)} of 100`;
  if (sure < least) return `fewer than ${Math.round(least * 100)} of 100`;
  return `about ${Math.round(sure * 100)} of 100`;
}
