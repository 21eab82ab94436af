import { asksLarge } from "../../../src/evaluation/combinations.ts";
import type { Configuration, LabAnalysis, LabBatch } from "../../../src/evaluation/types.ts";
import type { RunSettings } from "../../../src/log/types.ts";
import { coopLlm } from "../../../src/methods/coop-llm/index.ts";
import { isSharedPath, readControl, type SharedPath } from "../../../src/runtime/controls.ts";
import type { MethodInfo } from "../../../src/runtime/method.ts";
import { findMethodInfo } from "../../../src/session/presets.ts";
import { controlWords } from "../../../src/ui-kit/text/controls.ts";
import { count } from "../../../src/ui-kit/text/format.ts";

export type CoopLlmTable = "two" | "three" | "four";

export const libraries: Record<LabBatch["library"], string> = {
  "own-context": "each question’s own paragraphs",
  shared: "one library for all questions",
};

/** Older batches score only the short answer. */
export function scoresOutput({ summaries }: LabAnalysis): boolean {
  return summaries.every(({ n, metrics }) => n === 0 || metrics.coverEmOutput !== null);
}

export function coopLlmDifferences(
  table: CoopLlmTable,
  batch: LabBatch,
  analysis: LabAnalysis,
): string[] {
  return [
    ...(table === "three"
      ? comparedModels(batch)
      : [
          `Models: here ${batch.models.small} and ${largeOf(batch)}; in the paper 7 B to 33 B small models and GPT-3.5-turbo.`,
        ]),
    `Questions: here ${count(analysis.questions)} of “${batch.set}”; in the paper HotpotQA, how many is not said.`,
    `Where passages come from: here ${libraries[batch.library]}; in the paper Wikipedia abstracts by ColBERT v2, the best one a step.`,
    scoresOutput(analysis)
      ? "Accuracy is the paper’s cover-EM here too, whatever the batch is judged by: whether all that the model wrote holds the answer. It pays for words; the table of all that was compared has the others."
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
  ];
}

function otherSettings(table: CoopLlmTable, { configurations }: LabBatch): string[] {
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

const tableNotes: Record<CoopLlmTable, readonly string[]> = {
  two: [
    "LaLM+SmLM has the Decision here, since its printed calls (1.89, 1.93, 1.72) are fewer than two. The paper’s is not fine-tuned: with one small model it is the row w/oRewriter; Table 3 has both models.",
    "CoopLLM’s rows mix two causes in the paper: large-model stages and a small model fine-tuned on its error book.",
    "Where the batch has the eight combinations only, SSS, LSL and LLL stand in the rows of SearChain, LaLM+SmLM (without its Decision) and SearChain with GPT; they keep the batch’s own rewriter.",
    "w/oLabel is another training of the small model, which is not in this project.",
    "Where a cell is blank or hard to read in the printed Table 2, the figure is Table 3’s.",
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

const varied: ReadonlySet<string> = new Set(["plan", "solve", "summarise", "rewriter"]);

/** In the method's order; `alsoVaried` lists what the current table varies. */
export function unlikePaper(
  all: readonly RunSettings[],
  { controls, paper }: Pick<MethodInfo, "controls" | "paper">,
  alsoVaried: readonly SharedPath[],
): SharedPath[] {
  if (paper === undefined) return [];
  const skipped = new Set([...varied, ...alsoVaried]);
  return controls
    .filter(isSharedPath)
    .filter((path) => !skipped.has(path))
    .filter((path) => {
      const printed = readControl(paper.settings, path);
      return all.some((settings) => readControl(settings, path) !== printed);
    });
}
