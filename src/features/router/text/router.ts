import type { Tier } from "../../../log/types.ts";
import type { ProblemFault } from "../../../methods/homo-router/training/problem.ts";
import type { ScoreProblem } from "../../../methods/homo-router/training/score-file.ts";
import { plural, unknown } from "../../../ui-kit/text/format.ts";

export function dollars(value: number | null): string {
  if (value === null) return unknown;
  if (value === 0) return "$0";
  return value < 0.01 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** Scores need one digit more than thresholds. */
export function score(value: number | null): string {
  return value === null ? unknown : value.toFixed(3);
}

export const routerText = {
  title: "Search router",
  intro:
    "Learns which search tool is worth its price for which question (HomoRouter). Compare the tools on your questions in the Lab, save the report and open it here: the router learns to predict how well each tool will do. It is trained and kept in this browser.",
  failed:
    "This browser does not let the page keep anything: scores and router are gone when the page is closed. Save them as files.",

  toolsTitle: "Tools",
  toolsHelp:
    "Tick those that the router may choose between. Search services are set up, with their prices, in the settings.",
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

  scoresTitle: "Scores",
  scoresHelp:
    "How well each tool answered each question: a report of a Lab comparison of search tools, answered by the model that will answer in runs, or a file of scores. The paper’s tables and figures are printed by npm run bench -- router --report FILE.",
  questions: (count: number) => plural(count, "question", "questions"),
  bad: (count: number) => `${plural(count, "line was", "lines were")} left out:`,
  badLine: (line: number, why: string) => `Line ${line}: ${why}`,
  moreBad: (count: number) => `and ${count} more.`,
  openScores: "Open a report or scores",
  saveScores: "Save the scores",
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

  trainTitle: "Learn what to expect",
  trainable: (count: number) =>
    `${plural(count, "question has", "questions have")} a score for every tool that is ticked.`,
  few: (count: number) =>
    `With ${plural(count, "question", "questions")} little can be learnt: use hundreds.`,
  fewestQuestions:
    "At least two questions with a score for every ticked tool are needed, and two tools.",
  train: "Train",
  stop: "Stop",
  working: {
    vectors: "Computing the questions’ vectors…",
    train: "Training…",
  },
  epoch: (training: number, trainings: number, epoch: number, epochs: number, loss: string) =>
    `Training ${training} of ${trainings}, epoch ${epoch} of ${epochs}: loss ${loss}`,
  outdated:
    "What was learnt here before is of another encoder and is not used: train again on your questions.",
  changedSince: (count: number) =>
    `${plural(count, "question", "questions")} of those here ${count === 1 ? "differs" : "differ"} from what this was learnt from, or ${count === 1 ? "is" : "are"} missing. Train again to take that in.`,
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
  curveHelp: "What a mean expected score costs. Move the bound and watch the price.",
  pMin: "Least mean expected score (P_min)",
  curveLabel: (points: number, cheapest: string, dearest: string) =>
    `Cost against accuracy at ${points} bounds, from ${cheapest} to ${dearest} per 1,000 questions`,
  costAxis: "US dollars per 1,000 questions",
  accuracyAxis: "Accuracy",
  curveKey:
    "All marks stand at their true score on questions held out, not at what was expected. Line: true score. Dashed: expected score. Diamonds: one tool for all. Square: best predicted. Dot: your bound.",
  bestPredictedMark: "best predicted",
  atBound: (pMin: string, usd: string, expected: string, truth: string) =>
    `At ${pMin}: ${usd} per 1,000 questions, expected score ${expected}, true score ${truth} on these questions.`,
  refused: (fault: ProblemFault, name: (id: string) => string) => refusal(fault, name),
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
