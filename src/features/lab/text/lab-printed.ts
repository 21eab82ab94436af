/** The sentences around CoopLLM's printed tables, and what differs in the set-up. */
import { asksLarge } from "../../../evaluation/combinations.ts";
import type { Configuration, LabBatch, MetricId, Verdict } from "../../../evaluation/types.ts";
import { count } from "../../../ui-kit/text/format.ts";
import { labAnalysisText } from "./lab-analysis.ts";

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
  /** A model's name is not broken at its hyphens. */
  printedAt: (what: string) => `Printed, ${what.replaceAll("-", "\u2011")}`,
  spent: (calls: string, money: string) => `${calls} calls, ${money}`,
  noLargeCalls: "no large calls",
  differs: "What differs",

  /** Table 3's rows, in this project's words. */
  meaning: {
    base: "base, alone",
    tuned: "not printed",
    "base-large": "base, with large",
    "tuned-large": "fine-tuned, with large",
    qlora: "over a 4-bit base",
  },
  tunedAlone: "Fine-tuned, alone",
  tuning: {
    title: "What fine-tuning brought, points",
    rows: { tuned: "Alone", "tuned-large": "With the large model" },
    verdict: (verdict: Verdict, more: number | null) => {
      if (verdict === "undecided") return labAnalysisText.verdictMore(verdict, more);
      return verdict === "pays" ? "shown to help" : "shown to harm";
    },
    tested: (n: number, test: string) => `n = ${count(n)}, ${test}`,
    several:
      "Verdicts count that two differences are tested at once (Holm), so an interval may leave out 0 and the verdict still be “cannot tell”.",
  },

  /** In the order in which it matters. */
  differences: (
    table: "two" | "three" | "four",
    batch: LabBatch,
    questions: number,
    metric: MetricId,
  ): readonly string[] => [
    ...(table === "three"
      ? comparedModels(batch)
      : [
          `Models: here ${batch.models.small} and ${largeOf(batch)}; in the paper 7 B to 33 B small models and GPT-3.5-turbo.`,
        ]),
    `Questions: here ${count(questions)} of “${batch.set}”; in the paper HotpotQA, how many is not said.`,
    `Where passages come from: here ${libraries[batch.library]}; in the paper Wikipedia abstracts by ColBERT v2, the best one a step.`,
    ...(metric === "coverEm"
      ? []
      : [`Metric: here ${labAnalysisText.metrics[metric]}; in the paper cover-EM.`]),
    "The reader is this project’s encoder (or the small model), in the paper DPR’s; its threshold is another.",
    "Prices: the paper’s are $0.001 and $0.002 per 1,000 tokens in and out; here the price you set. Small models count as free in both.",
    ...(table === "four" && !batch.configurations.some(asksLarge) ? [allSmallNote] : []),
    ...tableNotes[table],
  ],
};

function largeOf({ models }: LabBatch): string {
  return models.large ?? "no large model";
}

/** What stands against what in Table 3, and what else it changes. */
function comparedModels(batch: LabBatch): string[] {
  const { models, configurations } = batch;
  const base = configurations.find(({ id }) => id === "base" || id === "base-large");
  const tuned = configurations.find(({ id }) => id === "tuned" || id === "tuned-large");
  const printed = "in the paper three 7 B models as they come and fine-tuned, and GPT-3.5-turbo";
  if (base === undefined || tuned === undefined) {
    return [
      `Models: here ${models.small} and ${largeOf(batch)}, nothing to compare it with; ${printed}.`,
    ];
  }
  const pair = ({ small, encoder }: Configuration) => {
    const reader = encoder ?? models.encoder;
    return `${small ?? models.small}${reader === undefined ? "" : ` with the encoder ${reader}`}`;
  };
  return [
    `Models: here ${pair(base)} as base, ${pair(tuned)} as fine-tuned, and ${largeOf(batch)}; ${printed}.`,
    ...(base.encoder !== undefined && base.small !== null
      ? ["Language model and encoder were both trained: the difference is that of the pair."]
      : []),
    ...(base.settings.reader === "model" && tuned.settings.reader !== "model"
      ? [
          "The base encoder cannot read: there the base language model reads the passages, and nothing is ranked anew or checked.",
        ]
      : []),
    ...(configurations.some(asksLarge)
      ? []
      : [
          "Stages: here the small model plans, solves and sums up, fine-tuned too, which the paper does not print; its rows in which the large model plans and sums up were not run.",
        ]),
  ];
}

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
    "A model as it comes is asked with worked examples in its prompts, a trained one with the short prompts of its training.",
    "Training: here what the models’ cards say; in the paper LoRA or QLoRA on the error book.",
  ],
  four: [
    "Soft-prompt is an approximation here: a one-line digest in the prompt, as no engine in a browser takes a vector.",
    "OpenBookQA is multiple choice; the paper does not say how it is scored.",
  ],
};
