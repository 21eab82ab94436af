/** The sentences around CoopLLM's printed tables, and what differs in the set-up. */

import { asksLarge } from "../../../evaluation/combinations.ts";
import { unlikePaper } from "../../../evaluation/paper-settings.ts";
import type { PrintedColumn } from "../../../evaluation/paper-tables.ts";
import { countedIn } from "../../../evaluation/printed-figures.ts";
import type { Configuration, LabBatch, Verdict } from "../../../evaluation/types.ts";
import { coopLlm } from "../../../methods/coop-llm/index.ts";
import type { SharedPath } from "../../../runtime/controls.ts";
import { findMethodInfo } from "../../../session/presets.ts";
import { controlWords } from "../../../ui-kit/text/controls.ts";
import { count } from "../../../ui-kit/text/format.ts";
import { labAnalysisText } from "./lab-analysis.ts";

const libraries: Record<LabBatch["library"], string> = {
  "own-context": "each question’s own paragraphs",
  shared: "one library for all questions",
};

export const printedText = {
  title: "Beside the paper’s figures",
  help: "Accuracy (cover-EM) in per cent as CoopLLM prints it, with large-model calls and US dollars a question; beside it this batch’s, with its interval.",
  helpOf: (method: string) =>
    `As the paper of ${method} prints them; beside them this batch’s, with their intervals. “—”: not printed, or not measured here.`,
  ownOf: (column: PrintedColumn) => `This batch: ${countedIn(column)}`,
  printedColumn: ({ group, title }: PrintedColumn) =>
    `Printed${group === "" ? "" : `, ${group.replaceAll("-", "\u2011")}`}: ${title}`,
  asked: ({ models, set, library }: LabBatch, questions: number) =>
    `This batch: ${count(questions)} questions of ${set}, answered from ${libraries[library]}; ${models.small} is the small model, ${models.large === null ? "and there is no large one" : `${models.large} the large one`}.`,
  otherSet: (set: string) =>
    `${set} is none of the paper’s question sets: its columns are all shown.`,
  misprints: "Where print contradicts itself",
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
    lora: "over a 16-bit base",
  },
  tunedAlone: "Fine-tuned, alone",
  tuning: {
    title: "What fine-tuning brought, points by the batch’s own measure; printed: cover-EM",
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
    scoresOutput: boolean,
  ): readonly string[] => [
    ...(table === "three"
      ? comparedModels(batch)
      : [
          `Models: here ${batch.models.small} and ${largeOf(batch)}; in the paper 7 B to 33 B small models and GPT-3.5-turbo.`,
        ]),
    `Questions: here ${count(questions)} of “${batch.set}”; in the paper HotpotQA, how many is not said.`,
    `Where passages come from: here ${libraries[batch.library]}; in the paper Wikipedia abstracts by ColBERT v2, the best one a step.`,
    scoresOutput
      ? "Accuracy is the paper’s cover-EM here too, whatever the batch is judged by: whether all that the model wrote holds the answer. It pays for words; the table of measures above has the others."
      : "Accuracy: here cover-EM of the short answer, since this batch was asked before the output was scored, too; in the paper whether the whole output holds the answer.",
    ...otherSettings(table, batch),
    table === "four"
      ? "The reader is the language model, which reads all passages of a step at once."
      : "The reader is this project’s encoder (or the small model), in the paper DPR’s; its threshold is another: 0.3 of a probability, not 1.5 of a logit.",
    "Queries are the same from a cosine of 0.85 on; in the paper SearChain’s cross-encoder tells.",
    "Three switches mend what cannot run as printed: walked queries are remembered, an empty span proves nothing, and a chain that repeats itself ends.",
    "Prices: the paper’s are $0.001 and $0.002 per 1,000 tokens in and out; here the price you set. Small models count as free in both.",
    ...(table === "four" && !batch.configurations.some(asksLarge) ? [allSmallNote] : []),
    ...tableNotes[table],
  ],
};

/** Batches from before, and those with own settings, are not asked as the paper's rows are. */
function otherSettings(table: "two" | "three" | "four", { configurations }: LabBatch): string[] {
  const [first] = configurations;
  if (first === undefined) return [];
  const { method } = first.settings;
  if (method !== coopLlm.id) {
    return [`Method: here ${findMethodInfo(method)?.title ?? method}; in the paper CoopLLM.`];
  }
  const alsoVaried: SharedPath[] = table === "four" ? ["reader"] : [];
  const others = unlikePaper(
    configurations.filter(({ encoder }) => encoder === undefined).map(({ settings }) => settings),
    coopLlm,
    alsoVaried,
  );
  if (others.length === 0) return [];
  const labels = others.map((path) => `“${controlWords[path].label}”`).join(", ");
  return [
    `Settings: this batch was not asked with the paper’s; it differs in ${labels}. “The rows of CoopLLM’s Table 2” and its like are.`,
  ];
}

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
          "The base encoder cannot read: there the base language model reads the passages, and nothing is ranked again or checked.",
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
    "LaLM+SmLM has the Decision here, since its printed calls (1.89, 1.93, 1.72) are fewer than two. The paper’s is not fine-tuned: with one small model it is the row w/oRewriter; Table 3 has both models.",
    "CoopLLM’s rows mix two causes in the paper: large-model stages and a small model fine-tuned on its error book.",
    "Where the batch has the eight combinations only, SSS, LSL and LLL stand in the rows of SearChain, LaLM+SmLM (without its Decision) and SearChain with GPT; they keep the batch’s own rewriter.",
    "w/oLabel is another training of the small model, which is not in this project.",
    "* The printed cell is blank or hard to read in Table 2; the figure is Table 3’s.",
  ],
  three: [
    "A model as it comes is asked with worked examples in its prompts, a trained one with the short prompts of its training.",
    "Training: the shipped model’s adapters were trained over a base that came in 4 bits, which is QLoRA’s combination, so it stands under +QLoRA; there was no 16-bit base for +LoRA. In the paper rank 4 on the error book; here what the models’ cards say.",
    "The columns with the large model have the Decision, as their printed calls tell. All four are asked without the rewriting unit; the paper’s are CoopLLM’s row, with it.",
  ],
  four: [
    "Soft-prompt is an approximation here: a one-line digest in the prompt, as no engine in a browser takes a vector.",
    "OpenBookQA is multiple choice; the paper does not say how it is scored.",
  ],
};
