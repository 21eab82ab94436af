import type { RunEventOf } from "../../../log/events.ts";
import type { Purpose } from "../../../log/types.ts";
import { decimal, percent, seconds, unknown } from "../../../ui-kit/text/format.ts";

export const stepPanelText = {
  close: "Close step",
  proposed: "The model said",
  fromMemory: "Proposed from memory",
  proposals: {
    verified: "a passage confirms it",
    overruled: "the passages overrule it",
    open: "nothing sure enough either way",
  } satisfies Record<NonNullable<RunEventOf<"verdict">["proposal"]>["outcome"], string>,
  found: "The passages say",
  nothing: "nothing",
  noAnswer: "no answer",
  confidence: (value: number | null, threshold: number) =>
    `${value === null ? unknown : percent(value)} sure (${percent(threshold)} is enough)`,
  untold: "the engine gives no confidence",
  duplicateOf: (query: string) => `Same as “${query}”.`,
  searched: "Searched for",
  passages: "Passages",
  noPassages: "No passage was looked up for this step.",
  score: (value: number) => `score ${value.toFixed(3)}`,
  ranks: (bm25: number | undefined, dense: number | undefined) =>
    bm25 !== undefined && bm25 === dense
      ? `no. ${bm25} by words and by meaning`
      : [
          bm25 === undefined ? "" : `no. ${bm25} by words`,
          dense === undefined ? "" : `no. ${dense} by meaning`,
        ]
          .filter((part) => part !== "")
          .join(" · "),
  supports: "supports the answer",
  calls: "Calls",
  purposes: {
    decide: "Decide who does it",
    plan: "Plan the steps",
    continue: "Plan the next step",
    rewrite: "Rewrite the query",
    digest: "Summarise the path",
    read: "Read the passages",
    summarise: "Write the answer",
    proxy: "Answer from memory",
    judge: "Is it known?",
    claims: "Write claims and queries",
    relevance: "Does the passage help?",
    decompose: "Split the question",
    answer: "Answer",
    reason: "Reason one step further",
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
  understated: (parts: string) => `The server reported less than was sent: ${parts}.`,
  cost: "Cost",
  time: "Time",
  engine: "Engine",
  constrained: "constrained output",
  firstToken: (value: number) => `first token after ${seconds(value)}`,
  certainty: (logprob: number) => `mean token probability ${decimal(Math.exp(logprob))}`,
  retry: "Retry from here",
  planTitle: "The plan",
  answerTitle: "The summary",
};
