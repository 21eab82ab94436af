import type { ErrorData } from "../../log/errors.ts";
import { isSharedPath, type OwnSettings, type Place } from "../../runtime/controls.ts";
import { type Problem, type ProblemCode, problemCodes } from "../../runtime/settings-validation.ts";
import { wordsOf } from "./controls.ts";
import { stageNames } from "./stages.ts";

function placeName(place: Place, own: OwnSettings): string {
  if (place === "plan" || place === "solve" || place === "summarise") return stageNames[place];
  return wordsOf(place, own).label;
}

type Sentence = (problem: { place: string; because: string; tool: string }) => string;

const sentences: Record<ProblemCode, Sentence> = {
  "large-missing": ({ place }) => `“${place}” is given to the large model, and none is set up.`,
  "decide-without-large": () =>
    "No large model is set up, so there is nothing to decide: the small one does it.",
  "worth-without-large": () =>
    "No large model is set up, so there is nobody to ask where it pays: the small one answers.",
  "unknown-tool": ({ tool }) => `The search service “${tool}” is not set up.`,
  "router-missing": () =>
    "Nothing can be predicted yet: that needs a router trained on questions of your own.",
  "router-without-tools": () =>
    "None of the tools that the router was trained on can be asked now.",
  "router-tool-missing": ({ tool }) =>
    `The router also knows “${tool}”, which is not set up: it is left out.`,
  "price-unknown": ({ tool }) =>
    `What ${tool} costs is unknown, so it cannot be weighed against what it brings.`,
  "batch-by-encoder": () =>
    "The encoder reads one passage at a time; several in one prompt are for a language model.",
  "no-way-to-answer": () =>
    "No passage counts and nothing is split, so no question could be answered.",
  "heads-missing": () =>
    "The encoder that is loaded cannot do this: the language model does it, or nobody.",
  "rewriter-needs-chain": () =>
    "This rests on the steps of a chain, and without a plan there are none: only the rest of it is done.",
  "long-form-by-small": () =>
    "The small model answers in a few words whatever the form: the long one is for a large model.",
  "fallback-without-levels": () => "No level is left for parts, so nothing is split.",
  "no-effect": ({ because }) => `Does nothing now, because of “${because}”.`,
};

function idleSentence(control: Place): string {
  if (control === "decisionThreshold") return "Does nothing now: nothing is left to be decided.";
  return control.startsWith("answer.")
    ? "Does nothing now: a chain answers step by step, and nothing is split."
    : "Does nothing now: nobody plans, so there is no chain.";
}

export function problemSentence(
  { code, control, because, tool }: Problem,
  own: OwnSettings = {},
): string {
  if (code === "no-effect" && because === "plan") return idleSentence(control);
  return sentences[code]({
    place: placeName(control, own),
    because: because === null ? "" : placeName(because, own),
    tool: tool ?? "",
  });
}

const isPlace = (name: unknown): name is Place =>
  name === "solve" ||
  name === "summarise" ||
  (typeof name === "string" && (isSharedPath(name) || name.startsWith("rival.")));

/** Null if `settings-illegal` names no problem. */
export function refusalSentence(params: ErrorData["params"]): string | null {
  const { reason, control, tool } = params;
  if (reason === "out-of-bounds") return outsideSentence(params);
  const code = problemCodes.find((known) => known === reason);
  if (code === undefined || !isPlace(control)) return null;
  const named = typeof tool === "string" ? tool : null;
  return problemSentence({ level: "error", code, control, because: null, tool: named });
}

function outsideSentence({ control, label, value, min, max }: ErrorData["params"]): string {
  const place = label ?? (isPlace(control) ? placeName(control, {}) : String(control));
  return `“${place}” is ${value}, and can only be ${min} to ${max}.`;
}

export const fixLabels = {
  "large-missing": "Let the small model do it",
  "unknown-tool": "Search the library",
  "router-missing": "Always take one tool",
  "router-without-tools": "Always take one tool",
  "price-unknown": "Leave prices out of it",
  "batch-by-encoder": "Judge them one by one",
  "no-way-to-answer": "Split the question",
} satisfies Partial<Record<ProblemCode, string>>;
