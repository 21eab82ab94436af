/** Why rows of a foreign file are no runs, and why runs compare nothing: for page and terminal. */
import type { PipelineAnalysis } from "../../../evaluation/pipelines/analyse-pipeline.ts";
import type { Unreadable } from "../../../evaluation/pipelines/read/parts.ts";
import type { Unfit } from "../../../evaluation/pipelines/runs.ts";

const reasons: Readonly<Record<Unreadable["reason"], (at: string) => string>> = {
  "not-json": () => "is not JSON",
  "quotes-open": () => "has a quotation mark that is not closed",
  "too-long": () => "is too long",
  "no-question": (at) => `has no question (${at})`,
  "no-model": (at) => `has no model (${at})`,
  "two-models": (at) => `has two models in one stage (${at})`,
  "no-score": (at) => `has no score (${at})`,
  "not-a-number": (at) => `has a value that is not a number (${at})`,
  "not-a-span": () => "is not a span of a trace",
  "no-root": (at) => `belongs to a trace without a single root (${at})`,
};

export function unreadSentence({ row, reason, at }: Unreadable): string {
  return `Row ${row} ${reasons[reason](at).replace(" ()", "")}.`;
}

export function unfitSentence(unfit: Unfit): string {
  switch (unfit.reason) {
    case "no-runs":
      return "No run could be read. It takes a table with a row for each run, OTLP, Phoenix or Langfuse traces with scores, or promptfoo’s results.";
    case "stages":
      return `${unfit.count} stages were done by more than one model; there must be 1 to 6.`;
    case "models":
      return `Stage ${unfit.stage} has ${unfit.count} models; at most 5.`;
    case "setups":
      return `The models make ${unfit.count} setups; at most 1,024.`;
  }
}

export const basisText: Readonly<Record<PipelineAnalysis["basis"], string>> = {
  complete: "Every setup answered those.",
  every: "Outcomes are incomplete: each question has a level of its own.",
  pairs: "Some setups were never asked: stages are taken to interact in pairs at most.",
  none: "Stages are taken not to interact.",
};
