/** The sentences of the search router; fetched with it. */
import type { Tier } from "../../../log/types.ts";
import type { ProblemFault } from "../../../methods/homo-router/training/problem.ts";
import type { ScoreProblem } from "../../../methods/homo-router/training/score-file.ts";
import type { Matching } from "../../../methods/homo-router/training/scores.ts";
import { decimal, plural, unknown } from "../../../ui-kit/text/format.ts";

/** Dollars as a person sets prices: no more digits than it takes. */
export function dollars(value: number | null): string {
  if (value === null) return unknown;
  if (value === 0) return "$0";
  return value < 0.01 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`;
}

/** A difference of two scores, with its sign. */
function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** Scores and bounds need a digit more than thresholds. */
export function score(value: number | null): string {
  return value === null ? unknown : value.toFixed(3);
}

export const routerText = {
  title: "Search router",
  intro:
    "Learns which search tool is worth its price for which question (HomoRouter). Give it questions with right answers; each tool is tried on each question by the model that is to answer; it learns to predict how well each tool will do. Everything is learnt and kept in this browser.",
  failed:
    "This browser does not let the page keep anything: what is collected and learnt is gone when the page is closed. Save it as a file.",

  toolsTitle: "Tools",
  toolsHelp:
    "Those that are tried and learnt. Search services are set up, with their prices, in the settings.",
  openSettings: "Set up a search service",
  toolsTable: "Tools with their prices and scores",
  tool: "Tool",
  price: "Price per 1,000",
  priceOf: (tool: string) => `Price of ${tool}, US dollars per 1,000 requests`,
  answered: "Answered",
  meanScore: "Mean score",
  notSetUp: (id: string) => `${id} (not set up here)`,
  localTools: {
    none: "No search: from memory",
    bm25: "Library, by words",
    dense: "Library, by meaning",
    hybrid: "Library, both",
  } as Readonly<Record<string, string>>,

  questionsTitle: "Questions with right answers",
  questions: (count: number) => plural(count, "question", "questions"),
  paste: "Paste questions",
  pasteHelp:
    "One a line, as CSV: question, answer, other spellings of the answer. Or JSONL with “id”, “question” and “answers”. Questions from a file are a set of its name, or of their “dataset”, which the router can be tested on.",
  add: "Add these",
  openQuestions: "Open a file of questions",
  addExamples: "Add the Factbook’s questions",
  examplesSet: "Factbook",
  examplesHelp:
    "The library’s own 157 questions: good to see how it works. What is learnt from them is not measured by them again.",
  added: (added: number, passed: number) =>
    `${plural(added, "question was", "questions were")} added${passed === 0 ? "" : `; ${passed} were there already or too many`}.`,
  bad: (count: number) => `${plural(count, "line was", "lines were")} left out:`,
  badLine: (line: number, why: string) => `Line ${line}: ${why}`,
  moreBad: (count: number) => `and ${count} more.`,
  questionProblems: {
    "not-json": "it is not JSON",
    "not-a-question": "it is no question with its answers",
    "no-answer": "it has no answer",
    "too-long": "the question is too long",
  },

  collectTitle: "Try the tools",
  answeredBy: "Who answers",
  answeredByHelp:
    "The model that will answer in runs: how much a search helps differs from model to model, so a router is refused where another one answers. Another answerer’s scores give way.",
  answerers: {
    small: "the small model, on this device",
    large: (model: string) => (model === "" ? "the large model" : `the large model, ${model}`),
  },
  missing: (count: number) => `${plural(count, "answer", "answers")} to find.`,
  nothingMissing: "Every question has been answered with every tool that is ticked.",
  costs: (tool: string, low: string, high: string, requests: number) =>
    `${tool}: ${low} to ${high} for ${plural(requests, "search", "searches")}; the higher with every repetition after a failure. Answers kept from earlier cost nothing.`,
  costsUnknown: (tool: string) =>
    `${tool}: its price is not known, so what this costs is unknown. With a limit it is not asked.`,
  leaves: (destinations: string) => `The questions leave this device for ${destinations}.`,
  stays: "Nothing leaves this device.",
  cap: "Spend at most, US dollars",
  capHelp: "Stops before any search that could cost more than is left. Empty is no limit.",
  collect: "Start",
  resume: "Go on",
  stop: "Stop",
  progress: (done: number, total: number, tool: string) => `${done} of ${total}: ${tool}`,
  spent: (usd: string, unpriced: number) =>
    `Spent: ${usd}${unpriced === 0 ? "" : ` and ${plural(unpriced, "request", "requests")} at an unknown price`}.`,
  loading: "Loading the small model and the library…",
  ends: {
    done: "Done.",
    stopped: "Stopped; what was found is kept, and “Go on” continues from here.",
    cap: "Stopped at your limit; what was found is kept. A higher limit continues from here.",
  },
  outcome: (scored: number, failed: number) =>
    `${plural(scored, "answer", "answers")} scored${failed === 0 ? "" : `, ${failed} not: the tool or the model failed`}.`,
  left: (tool: string, why: string) => `${tool} failed three times in a row and was left: ${why}.`,

  filesTitle: "Scores as a file",
  matching: "Text matching",
  matchingHelp: "How an answer is scored against the right ones. The paper does not define it.",
  matchings: {
    "token-f1": "Token F1: shared words, from 0 to 1",
    exact: "Exact match",
    cover: "Cover: the right answer stands in it",
    "cover-tokens": "Cover, by whole words",
  } satisfies Record<Matching, string>,
  rescoredAll: "All answers were scored again.",
  rescoredKept: (count: number) =>
    `${plural(count, "question keeps", "questions keep")} older scores: their answers are not there to be scored again.`,
  notWhileCollecting:
    "While tools are tried, the matching stays and no scores are opened or deleted.",
  openScores: "Open a file of scores",
  saveScores: "Save the scores",
  withVectors: "With the questions’ vectors (large)",
  opened: (count: number, dropped: number) =>
    `${plural(count, "question was", "questions were")} read.${dropped === 0 ? "" : ` There were more than fit: the oldest ${dropped} gave way.`}`,
  scoreProblems: {
    "not-json": "it is not JSON",
    "not-a-row": "it is no row of scores",
    "no-scores": "it has no score",
    "score-outside-0-1": "a score lies outside 0 to 1",
    "other-matching": "its scores are of another matching, and its answers are not there",
    "too-many-tools": "it has too many tools",
    "vector-length-differs": "its vector is of another length",
    "duplicate-id": "its id was there before",
    "too-many-rows": "there are too many rows",
  } satisfies Record<ScoreProblem, string>,
  clear: "Delete all questions and scores",
  clearSure: (count: number) => `Really delete ${plural(count, "question", "questions")}`,
  keepThem: "Leave them",

  refineTitle: "Smooth the scores by neighbours",
  refineHelp:
    "One answer says little of a tool. A question’s scores are mixed with those of the k most similar questions: α of its own, the rest theirs.",
  k: "Neighbours (k)",
  alpha: "Weight of its own scores (α)",
  refine: "Show what changes",
  refineSummary: (questions: number, change: string, best: number) =>
    `${plural(questions, "question", "questions")}: scores move by ${change} on average, and ${plural(best, "question gets", "questions get")} another best tool.`,
  refineMost: "The questions that change most:",
  beforeAfter: (before: string, after: string) => `${before} → ${after}`,
  neighbours: "Neighbours",
  neighbour: (question: string, similarity: string, scores: string) =>
    `${question} (similarity ${similarity}; ${scores})`,
  dropped: (count: number) =>
    `${plural(count, "question lacks", "questions lack")} the score of a tool, and is not learnt from.`,

  trainTitle: "Learn what to expect",
  trainable: (count: number) =>
    `${plural(count, "question has", "questions have")} a score for every tool that is ticked.`,
  few: (count: number) =>
    `With ${plural(count, "question", "questions")} little can be learnt; collect hundreds. What follows is a try.`,
  fewestQuestions:
    "At least two questions with a score for every ticked tool are needed, and two tools.",
  heads: "Heads",
  headsOptions: { mlp: "One hidden layer of 32", linear: "Linear" },
  epochs: "Epochs",
  train: "Train",
  working: {
    vectors: "Computing the questions’ vectors…",
    refine: "Looking for neighbours…",
    train: "Training…",
    compare: "Training for the comparison…",
    sweep: "Training at each α…",
  },
  epoch: (training: number, trainings: number, epoch: number, epochs: number, loss: string) =>
    `Training ${training} of ${trainings}, epoch ${epoch} of ${epochs}: loss ${loss}`,
  outdated:
    "What was learnt here before is of another encoder and is not used: train again on your questions.",
  changedSince: (count: number) =>
    `${plural(count, "question", "questions")} of those here ${count === 1 ? "differs" : "differ"} from what this was learnt from, or ${count === 1 ? "is" : "are"} missing. Train again to take that in.`,
  saveStudy: "Save what was learnt",
  openStudy: "Open what was learnt",
  qualityTitle: "On questions that were held out",
  qualityHelp: (count: number) => `Each of the ${count} was predicted by heads that never saw it.`,
  measure: "Measure",
  value: "Value",
  j: "J (mean KL, lower is better)",
  mae: "Mean absolute error",
  pairs: "Rank accuracy: pairs of tools in order",
  top: "Rank accuracy: best tool found",
  bestPredicted: "Accuracy, best predicted",
  fixed: (tool: string) => `Accuracy, always ${tool}`,
  random: "Accuracy, a tool at random",
  oracle: "Accuracy, always the best tool (oracle)",
  gains: (tool: string, gain: string, low: string, high: string, count: number) =>
    `Best predicted against always ${tool}: ${gain} (95 % interval ${low} to ${high}, n = ${count}).`,
  verdicts: {
    "too-few": "Not enough questions to tell.",
    unclear: "Not enough to tell: the interval holds 0.",
    better: "Better than the best single tool.",
    worse: "Worse than the best single tool: use that one.",
  },
  signed,

  curveTitle: "Accuracy and cost",
  curveHelp:
    "The least that must be paid for a mean expected score. Move the bound and watch the price.",
  pMin: "Least mean expected score (P_min)",
  curveLabel: (points: number, cheapest: string, dearest: string) =>
    `Cost against accuracy at ${points} bounds, from ${cheapest} to ${dearest} per 1,000 questions`,
  costAxis: "US dollars per 1,000 questions",
  accuracyAxis: "Accuracy",
  curveKey:
    "All marks stand at their true score on questions held out, not at what was expected. Line: true score. Dashed: expected score. Diamonds: one tool for all. Square: best predicted. Dot: your bound.",
  bestPredictedMark: "best predicted",
  expected: "Expected score",
  true: "True score",
  atBound: (pMin: string, usd: string, expected: string, truth: string) =>
    `At ${pMin}: ${usd} per 1,000 questions, expected score ${expected}, true score ${truth} on these questions.`,
  proven: "No assignment costs less.",
  solving: "The solver is at work…",
  infeasible: (pMin: string, best: string) =>
    `No assignment reaches ${pMin}: with the tool of the highest expectation for every question the mean is ${best}. That assignment is shown; lower the bound, or add a better tool.`,
  refused: (fault: ProblemFault, name: (id: string) => string) => refusal(fault, name),
  curveTable: "The curve as a table",
  points: {
    rounded:
      "The curve is the relaxation rounded up: at most a little more expensive than the cheapest.",
  },
  assignment: "Which question goes where",
  question: "Question",
  goesTo: "Goes to",
  expectedScores: "Expected scores",
  counts: (list: string) => `Assigned: ${list}.`,

  policyTitle: "In runs",
  policyAnswerer: (tier: Tier, model: string) =>
    `Trained on the answers of ${model}, as the ${tier} model; where another answers it is refused.`,
  policyAnswererUnknown:
    "Whose answers it was trained on is not known: it is of an earlier version, which asked the small model, or of scores from elsewhere.",
  policyNone: "No router is set up. Train one below, or open one from a file.",
  useCostSaving: (pMin: string) => `Use in runs: save cost, at ${pMin}`,
  useBest: "Use in runs: best predicted",
  saved: "Saved. Methods that choose a source by prediction now use it.",
  policy: (tools: string, trainedOn: number) =>
    `Runs can choose between ${tools}; learnt from ${plural(trainedOn, "question", "questions")}.`,
  policyCost: (lambda: string, pMin: string) =>
    `Cost-saving takes a tool that costs $1 more per 1,000 requests only where its expected score is ${lambda} higher (λ), which kept ${pMin} on the questions above.`,
  policyBest: "Prices are left out: the tool with the highest expected score is asked (λ = 0).",
  chooseMethod: "Choose HomoRouter for the next question",
  chosen: "HomoRouter is chosen. Close this and ask.",
  savePolicy: "Save the router as a file",
  openPolicy: "Open a router",
  deletePolicy: "Delete the router",
};

function refusal(fault: ProblemFault, name: (id: string) => string): string {
  switch (fault.kind) {
    case "price-unknown":
      return `Cost cannot be saved while a price is unknown: ${fault.toolIds.map(name).join(", ")}. An unknown price is not taken for 0. Enter it, or leave the tool out; best predicted works without.`;
    case "price-invalid":
      return `The price of ${name(fault.toolId)} is not a price.`;
    case "no-questions":
      return "There is no question to assign.";
    case "no-tools":
      return "There is no tool to choose from.";
    case "lengths-differ":
    case "not-a-number":
      return `Question ${fault.question + 1} lacks an expected score.`;
    case "bound-invalid":
      return "The bound is not a number.";
  }
}

/** Each tool with its score, in words. */
export function scoreList(
  toolIds: readonly string[],
  scores: readonly number[],
  name: (id: string) => string,
): string {
  return toolIds.map((id, index) => `${name(id)} ${decimal(scores[index] ?? null)}`).join(" · ");
}
