/** The sentences around CoopLLM's printed tables, and what differs in the set-up. */
import { asksLarge } from "../../lab/combinations.ts";
import type { LabBatch, MetricId } from "../../lab/types.ts";
import { count } from "./format.ts";
import { labAnalysisText } from "./lab-analysis-en.ts";

const libraries: Record<LabBatch["library"], string> = {
  "own-context": "each question’s own paragraphs",
  shared: "one library for all questions",
};

export const printedText = {
  title: "Beside the paper’s figures",
  help: "Accuracy in per cent as CoopLLM prints it, with large-model calls and US dollars a question; beside it this batch’s, with its interval.",
  pick: "Table",
  tables: {
    two: "Table 2: the main result",
    three: "Table 3: fine-tuned against base",
    four: "Table 4: what is searched for",
  },
  row: "Row",
  own: "This batch",
  printedAt: (what: string) => `Printed, ${what}`,
  spent: (calls: string, money: string) => `${calls} calls, ${money}`,
  differs: "What differs",
  /** In the order in which it matters. */
  differences: (
    table: "two" | "three" | "four",
    batch: LabBatch,
    questions: number,
    metric: MetricId,
  ): readonly string[] => [
    `Models: here ${batch.models.small} and ${batch.models.large ?? "no large model"}; in the paper 7 B to 33 B small models and GPT-3.5-turbo.`,
    `Questions: here ${count(questions)} of “${batch.set}”; in the paper HotpotQA, how many is not said.`,
    `Where passages come from: here ${libraries[batch.library]}; in the paper Wikipedia abstracts by ColBERT v2, the best one a step.`,
    `Metric: here ${labAnalysisText.metrics[metric]}; in the paper cover-EM.`,
    "The reader is this project’s encoder (or the small model), in the paper DPR’s; its threshold is another.",
    "Prices: the paper’s are $0.001 and $0.002 per 1,000 tokens in and out; here the price you set. Small models count as free in both.",
    ...(table === "four" && !batch.configurations.some(asksLarge) ? [allSmallNote] : []),
    ...tableNotes[table],
  ],
};

const allSmallNote =
  "Stages: here the small model plans, solves and sums up; in the paper GPT-3.5-turbo plans and sums up where the small one cannot.";

const tableNotes: Record<"two" | "three" | "four", readonly string[]> = {
  two: [
    "CoopLLM’s rows mix two causes in the paper: large-model stages and a small model fine-tuned on its error book.",
    "Where the batch has the eight combinations only, SSS, LSL and LLL stand in the rows of SearChain, LaLM+SmLM and SearChain with GPT; they keep the batch’s own rewriter.",
    "w/oLabel is another training of the small model, which is not in this project.",
    "* The printed cell is blank or hard to read in Table 2; the figure is Table 3’s.",
  ],
  three: [
    "The paper’s base and tuned models are 7 B chat models with LoRA and QLoRA; here they are those that the batch names.",
  ],
  four: [
    "Soft-prompt is an approximation here: a one-line digest in the prompt, as no engine in a browser takes a vector.",
    "OpenBookQA is multiple choice; the paper does not say how it is scored.",
  ],
};
