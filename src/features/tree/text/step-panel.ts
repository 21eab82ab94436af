/** What an open step shows of itself; fetched with its panel. */
import type { Purpose } from "../../../log/types.ts";
import { decimal, seconds } from "../../../ui-kit/text/format.ts";

export const stepPanelText = {
  close: "Close step",
  proposed: "The model said",
  found: "The passages say",
  nothing: "nothing",
  noAnswer: "It left this unsolved.",
  confidence: (value: number | null, threshold: number) =>
    `confidence ${decimal(value)} against θ ${decimal(threshold)}`,
  untold: "the engine tells no confidence",
  duplicateOf: (query: string) => `Same as “${query}”.`,
  searched: "Searched for",
  passages: "Passages",
  noPassages: "No passage was looked up for this step.",
  score: (value: number) => `score ${value.toFixed(3)}`,
  ranks: (bm25: number | undefined, dense: number | undefined) =>
    [bm25 === undefined ? "" : `words #${bm25}`, dense === undefined ? "" : `meaning #${dense}`]
      .filter((part) => part !== "")
      .join(" · "),
  supports: "supports the answer",
  calls: "Calls",
  purposes: {
    decide: "Decide who does it",
    plan: "Write the chain",
    continue: "Build the chain on",
    rewrite: "Rewrite the query",
    digest: "Sum up the path",
    read: "Read the passages",
    summarise: "Write the answer",
    proxy: "Answer by heart",
    judge: "Is it known?",
    claims: "Write claims and queries",
    relevance: "Does the passage help?",
    decompose: "Split the question",
    answer: "Answer",
    reason: "Reason a step on",
  } satisfies Record<Purpose, string>,
  prompt: "Prompt",
  output: "Raw output",
  parsed: "What was understood",
  parseFailure: (expected: string, resolution: "repaired" | "fell-back", detail: string) =>
    `Expected a ${expected}; ${resolution === "repaired" ? "repaired" : "fell back"}: ${detail}`,
  cleanParse: "as written",
  tokens: "Tokens",
  tokenParts: (prompt: string, cached: string, generated: string) =>
    `${prompt} read (${cached} cached), ${generated} written`,
  cost: "Cost",
  time: "Time",
  engine: "Engine",
  constrained: "form enforced",
  firstToken: (value: number) => `first word after ${seconds(value)}`,
  certainty: (logprob: number) => `mean token probability ${decimal(Math.exp(logprob))}`,
  retry: "Retry from here",
  planTitle: "The plan",
  answerTitle: "The summary",
};
