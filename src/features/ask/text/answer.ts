/** Text of the finished answer: its marks, its sources and the actions on it. */

import type { AnsweredPart, AnswerState, MissingStep } from "../../../folds/answer-state.ts";
import type { Contradiction } from "../../../folds/contradiction.ts";
import { standingOf } from "../../../folds/standing.ts";
import type { AsOf } from "../../../language/language.ts";
import type { Stage } from "../../../log/types.ts";
import { surenessText } from "../../../ui-kit/text/sureness.ts";
import type { LookedIn } from "./looked-in.ts";

function asOf(date: AsOf): string {
  if (date.kind === "since") return `since ${date.date}`;
  return date.isEstimate ? `${date.year}, estimated` : date.year;
}

/**
 * Line above an answer: whether it was found, and the verifier's confidence. `sure`: null if not
 * shown; an answer that was found then gets no line.
 */
function worth(state: AnswerState | null, where: LookedIn, sure: number | null): string {
  const figure = sure === null ? "" : ` (${surenessText.figure(sure)})`;
  switch (state?.kind) {
    case "not-in-library":
      return state.lookedUp
        ? `${answerText.notFound(where)}. The model's guess${figure}:`
        : `${answerText.notLookedUp}. From the model's memory${figure}:`;
    case "partly-found":
      if (state.part !== null) {
        const guess = state.guess === "" ? "" : ` The model's guess${figure}:`;
        return `${answerText.onlyPart(state.missing)}: ${answerText.part(state.part)}${guess}`;
      }
      return state.deciding === null
        ? `${answerText.onlyTouched(where)}. The model's guess${figure}:`
        : `${answerText.partly}${figure}. ${answerText.missing(state.missing)}`;
    default:
      if (sure === null) return "";
      return `${surenessText.line(state === null ? null : standingOf(state, sure), sure)}.`;
  }
}

const stageVerbs = {
  plan: "plan",
  solve: "read",
  summarise: "conclude",
} satisfies Record<Stage, string>;

export const answerText = {
  worth,
  asOf,
  provenance: (date: AsOf | null, title: string, edition: string) => {
    const source = `Source: ${edition === "" ? title : `${title}, ${edition}`}.`;
    if (date === null) return source;
    return `${date.kind === "since" ? `Since ${date.date}` : `As of ${asOf(date)}`}. ${source}`;
  },
  fromDocuments: (places: ReadonlySet<string>) => `Source: ${[...places].join("; ")}.`,
  writing: "Writing the answer…",
  none: "No answer came.",
  stopped: "Stopped before an answer. The steps so far are kept.",
  stoppedLoading: "Stopped while loading, before the run began. What has arrived is kept.",
  retry: "Retry where it broke off",
  citation: (mark: number, title: string) => `Source ${mark}: ${title}`,
  uncited: (mark: number) => `Step ${mark}: no passage`,
  noPassage: "No passage supports this step; the model's own word was taken.",
  given: "No passage supports this step; a person's word was taken.",
  youSaid: (answers: readonly string[]) =>
    `You said: ${answers.join(", ")}. Whether the answer is right depends on that.`,
  from: (title: string) => `From ${title}`,
  path: "How it was found",
  correct: "Wrong? Fix a step",
  copy: "Copy with sources",
  copied: "Copied",
  sources: "Sources",

  firstLook: {
    title: "First look",
    about:
      "These passages are nearest to your question as a whole. The steps follow once the model has loaded.",
  },
  source: ({ title, edition }: LookedIn, passage: string) =>
    [edition === "" ? title : `${title} ${edition}`, passage]
      .filter((part) => part !== "")
      .join(", "),
  vintage: ({ title, edition }: LookedIn) => (edition === "" ? title : `${title}, ${edition}`),

  mayHold: "Passages that may hold the answer",
  nearest: "The nearest passages:",
  likeliest: (short: string) => `Likeliest answer: ${short}`,

  notFound: ({ title }: LookedIn) => `Not found in ${title}`,
  notFoundWhy: "No passage was found that answers this question.",
  notLookedUp: "Nothing was looked up",
  notLookedUpWhy: "This method answers from the model's memory, which is often wrong.",
  onlyTouched: ({ title }: LookedIn) => `${title} has only a part of this`,
  onlyTouchedWhy: "A passage speaks of it, but none answers the question.",
  part: ({ query, answer }: AnsweredPart) => `“${query}” ${answer}.`,
  onlyPart: (missing: readonly MissingStep[]) =>
    missing.length === 0 ? "Only the first step was found" : "Only a part of this was found",
  onlyPartWhy: (missing: readonly MissingStep[]) =>
    missing.length === 0
      ? "This method looks the whole question up at once, and got no further."
      : `${answerText.missing(missing)}.`,
  stepByStep: "Ask step by step",
  why: "why?",
  noReason: "No single thing speaks against it; many small ones together do.",
  showGuess: "Show the model's guess",
  noGuess: "The model has no guess either.",

  right: "Right",
  wrong: (known: string) => `Wrong: the right answer is ${known}.`,

  partly: "Partly found",
  missing: (steps: readonly MissingStep[]) => {
    if (steps.length === 0)
      return "The steps were found, but none of them says this: the conclusion is the model's own.";
    const [first] = steps;
    return steps.length === 1 && first !== undefined
      ? `Step ${first.number} was not in the library: “${first.query}”`
      : `Steps ${steps.map(({ number }) => number).join(", ")} were not in the library: ${steps.map(({ query }) => `“${query}”`).join(", ")}`;
  },

  disagree: "Two passages disagree",
  disagreement: ({ query, taken, against }: Contradiction) =>
    `“${query}” “${taken.passage.title}” says ${taken.answer}, “${against.passage.title}” says ${against.answer}. At most one of them is right; the answer rests on the first, and is less sure.`,

  wikipedia: "Look it up in Wikipedia",
  addDocument: "Add a document",
  /** `stage`: null for all stages. */
  letLarge: (stage: Stage | null, cost: string) =>
    `Let a large model ${stage === null ? "try" : stageVerbs[stage]} (≈ ${cost})`,
  fixStep: (number: number) => `Fix step ${number}`,
} as const;
