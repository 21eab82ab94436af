import type { SupersedeCause } from "../../../folds/superseded.ts";
import type { RunEventOf, SharedDeparture, Verdict } from "../../../log/events.ts";
import type { BranchCause } from "../../../log/types.ts";
import { findMethodInfo } from "../../../session/presets.ts";
import { decimal, plural, unknown } from "../../../ui-kit/text/format.ts";

type Gate = RunEventOf<"gate">;

/** For example "0.31, not above 0.50"; yes or no without a score. */
function verdictOf(gate: Gate): string {
  const { score, threshold, known } = gate;
  if (score === null) return known ? "it said yes" : "it said no";
  return `${decimal(score)}, ${sideOf(known, score > threshold)} ${decimal(threshold)}`;
}

/** Most gates accept values > the threshold (SlimPLM's r > θ), some ≥. */
function sideOf(known: boolean, isAbove: boolean): string {
  if (!known) return "not above";
  return isAbove ? "above" : "not below";
}

const gateJudges = {
  encoder: "The encoder",
  model: "The model",
  neighbours: "The nearest labelled questions",
} satisfies Record<Gate["by"], string>;

export const whyText = {
  title: "Why",
  origins: {
    plan: () => "The question was cut into steps, and this is one of them.",
    correct: (parent: string) =>
      `The plan was rewritten from “${parent}”, where the library said something else.`,
    complete: (parent: string) =>
      `The plan continues from “${parent}”, whose answer was found in the library.`,
    claims: () => "A query to look up before the question is answered.",
    decompose: (parent: string) => `A part of “${parent}”.`,
    user: (parent: string) => `The plan continues from your correction of “${parent}”.`,
    follow: (parent: string) => `The step that was thought of after “${parent}”.`,
    check: (parent: string) =>
      `The first step towards “${parent}”: it tells an answer from a stop on the way to it.`,
  } satisfies Record<BranchCause, (parent: string) => string>,
  left: {
    user: "It was replaced when you corrected a step it depended on. This is how it was before.",
    again: "It was replaced when it, or a step before it, was redone. This is how it was before.",
  } satisfies Record<SupersedeCause, string>,
  asItStands: "The question was looked up without a plan.",

  gate: "Known?",
  closedBook: (answer: string) => `Answered from memory: “${answer}”`,
  nothingByHeart: "Answered from memory: nothing.",
  claims: (claim: string) => `The answer from memory claims: “${claim}”`,
  judged: (gate: Gate) => {
    if (gate.kind === "self-knowledge" && gate.by === "model") {
      return `Asked whether it knows, the model was ${gate.known ? "sure" : "not sure enough"} (${verdictOf(gate)}).`;
    }
    return `${gateJudges[gate.by]} ${gate.by === "neighbours" ? "make" : "judged"} it ${gate.known ? "known" : "not known"} (${verdictOf(gate)}).`;
  },
  notLookedUp: "So nothing was looked up.",
  lookedUp: "So it was looked up.",

  queries: "Queries",
  searchedFor: (queries: number, known: number) =>
    known === 0
      ? `The question itself and ${plural(queries, "query", "queries")} were searched for.`
      : `The question itself and ${plural(queries, "query", "queries")} were searched for; ${plural(known, "claim was", "claims were")} left out as known.`,

  source: "Where it looked",
  fixed: (tool: string) => `${tool}, as it is set.`,
  best: (tool: string) => `${tool}: it was predicted to do best on this question.`,
  unpredicted: (tool: string, error: string) => `${tool}, as nothing could be predicted: ${error}.`,
  worth: (tool: string, lambda: number) =>
    `${tool}: the best for its price, at ${lambda.toPrecision(2)} of score for a dollar per 1,000 searches.`,
  tool: "Tool",
  predicted: "Predicted score",
  price: "$ per 1,000",
  worthColumn: "Worth",
  chosen: "chosen",
  priceOf: (value: number | null) =>
    value === null ? unknown : value === 0 ? "free" : `$${value.toFixed(2)}`,
  failed: (tool: string, error: string) => `${tool} did not help: ${error}.`,
  leftOut: (tool: string) => `${tool} is not asked again in this run.`,
  instead: (tool: string) => `The search continued with ${tool}.`,
  searchModes: {
    bm25: "the library, by words",
    dense: "the library, by meaning",
    hybrid: "the library, both ways",
  },
  paid: (requests: number, cost: string, tool: string) =>
    `${plural(requests, "request", "requests")} to ${tool}: ${cost}.`,

  filter: "Which passages count",
  relevant: (kept: number, all: number, by: "encoder" | "model", threshold: number) =>
    by === "encoder"
      ? `The encoder found ${kept} of ${plural(all, "passage", "passages")} relevant (from ${decimal(threshold)}).`
      : `The model found ${kept} of ${plural(all, "passage", "passages")} relevant.`,
  together: "It was shown several in one prompt.",
  helps: (score: number | null) => (score === null ? "helps" : `helps: ${decimal(score)}`),
  helpsNot: (score: number | null) =>
    score === null ? "does not help" : `does not help: ${decimal(score)}`,
  notRelevant: (passages: number) =>
    `${plural(passages, "passage", "passages")} judged not to help`,

  parts: "Its parts",
  splitInto: (parts: number, none: boolean) =>
    none
      ? `No passage helped, so it was split into ${plural(parts, "part", "parts")}.`
      : `It was split into ${plural(parts, "part", "parts")}.`,
  noAnswerYet: "no answer",
  noneCounts: "None of the passages counts.",
  beginAnew: "Start again",
  callsOf: (calls: number, purpose: string) => `${purpose} — ${plural(calls, "call", "calls")}`,

  departed: "Departures",
  deviations: {
    fillProcessedQueries: "Remembered as asked; printed, the list is never filled.",
    emptySpanGuard:
      "An empty span counts as no answer, and so does a value of another kind than was asked for; printed, it verifies anything.",
    repeatStop: "Stopped here, because a query came back with nothing found.",
    correctUnsolved: "Asked once more in other words, because nothing was found.",
    fillEarlier: "It was told the answers of the parts before it, which is ours.",
    openSteps: "The steps that its plan had left open were still asked.",
    repeatedDecomposition: "Parts that only ask the question again were dropped.",
    depthLimit: "It lies at the deepest level, so it was not split and stays “unknown”.",
    subQuestionLimit: "The run had no room for more parts.",
    memoryDecides:
      "The passages told two answers equally well; the one that came from memory was taken.",
    noClaims: "No claim could be read, so only the question was searched for.",
  } satisfies Record<SharedDeparture, string>,

  ended: "How it ended",
  exits: {
    known: "Answered from memory.",
    answered: "Answered from the passages.",
    combined: "Put together from the answers of its parts.",
    reasoned: "A step of reasoning; nothing was looked up for it.",
    searched: "Its passages went to the question above it.",
    unknown: "No way led to an answer.",
    verified: "The library agrees with the model.",
    accepted: "The library says nothing sure enough to overrule the model.",
    corrected: "The library contradicts the model, and the library counts.",
    completed: "The model did not know; the library did.",
    unsolved: "Neither the model nor the library had an answer.",
    skipped: "It was not asked again.",
  } satisfies Record<Verdict, string>,
  memoryExits: {
    verified: "A passage says what was proposed from memory.",
    corrected: "The library contradicts what was proposed from memory, and the library counts.",
    completed:
      "Its chain left it open. What was proposed from memory counts for nothing: the library's answer was kept.",
    unsolved: "The library had no answer, and one from memory counts for nothing alone.",
  } satisfies Partial<Record<Verdict, string>>,
  skippedAsKnown: "It was not searched for.",

  answer: "Answer",
  confidence: (value: number) => `confidence ${decimal(value)}`,
  directTitle: "Before anything was looked up",
  nothingBefore: "No model was asked anything before the first step.",
  answerByReader: "The answer was read off the passages by the encoder; no model wrote it.",
};

export function departureSentence(name: string, method: string): string {
  const shared: Readonly<Record<string, string>> = whyText.deviations;
  return shared[name] ?? findMethodInfo(method)?.departures[name] ?? name;
}
