/**
 * The printed figures of CoopLLM's Tables 2, 3 and 4 ("Small Empowering Large"), to stand beside
 * one's own. Shares in [0, 1]; costs a question, in calls, tokens and US dollars.
 */

import { improvement, roi, roiUnit } from "./analysis/roi.ts";
import type { tuningPairs } from "./combinations.ts";

export interface PrintedCell {
  /** cover-EM on HotpotQA, but for Table 4's other data set. */
  accuracy: number;
  /** Interactions with the large model, and what they cost; null where the table has no figure. */
  largeCalls: number | null;
  usd: number | null;
  /** Tokens that the large model read and wrote. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Where print and source differ: which other place settled it. */
  note: string | null;
}

export const printedSizes = ["7B", "13B", "33B"] as const;
export type PrintedSize = (typeof printedSizes)[number];

export interface PrintedRow {
  /** As the paper has it. */
  title: string;
  /** Of the paper's rows (`methods/coop-llm/table-two.ts`) or `tunedVariants`; null where the lab has none. */
  configuration: string | null;
  cells: Readonly<Record<PrintedSize, PrintedCell>>;
}

const cell = (accuracy: number, rest: Partial<PrintedCell> = {}): PrintedCell => ({
  accuracy,
  largeCalls: null,
  usd: null,
  inputTokens: null,
  outputTokens: null,
  note: null,
  ...rest,
});

const small = (accuracy: number, note: string | null = null) =>
  cell(accuracy, { largeCalls: 0, usd: 0, inputTokens: 0, outputTokens: 0, note });

const cooperating = (
  accuracy: number,
  largeCalls: number,
  usd: number,
  [inputTokens, outputTokens]: readonly [number, number],
  note: string | null = null,
): PrintedCell => ({ accuracy, largeCalls, usd, inputTokens, outputTokens, note });

/** Table 2, HotpotQA; GPT-3.5-turbo is the large model, Vicuna the small one. */
export const printedTableTwo: readonly PrintedRow[] = [
  {
    title: "SearChain",
    configuration: "searchain-small",
    cells: {
      "7B": small(0.157, "Table 2 leaves the cell blank; the figure is Table 3's."),
      "13B": small(0.189),
      "33B": small(0.289),
    },
  },
  {
    title: "LaLM+SmLM",
    configuration: "lalm-smlm",
    cells: {
      "7B": cooperating(
        0.176,
        1.89,
        0.00168,
        [675, 502],
        "Hard to read in Table 2; Table 3 has 17.6.",
      ),
      "13B": cooperating(0.227, 1.93, 0.00184, [692, 574]),
      "33B": cooperating(0.296, 1.72, 0.00149, [625, 432]),
    },
  },
  {
    title: "CoopLLM",
    configuration: "coop-llm",
    cells: {
      "7B": cooperating(0.216, 1.83, 0.00169, [677, 506]),
      "13B": cooperating(0.327, 1.73, 0.00157, [685, 442]),
      "33B": cooperating(0.429, 1.87, 0.00166, [681, 490]),
    },
  },
  {
    title: "w/oLabel",
    configuration: null,
    cells: {
      "7B": cooperating(0.181, 1.92, 0.00169, [671, 509]),
      "13B": cooperating(0.297, 1.76, 0.00154, [629, 455]),
      "33B": cooperating(0.329, 1.67, 0.00127, [612, 329]),
    },
  },
  {
    title: "w/oRewriter",
    configuration: "without-rewriter",
    cells: {
      "7B": cooperating(0.209, 1.77, 0.0016, [663, 468]),
      "13B": cooperating(0.3, 1.84, 0.00164, [678, 482]),
      "33B": cooperating(0.408, 1.79, 0.00158, [667, 457]),
    },
  },
  {
    title: "w/oDecision",
    configuration: "without-decision",
    cells: {
      "7B": cooperating(0.213, 2, 0.00192, [873, 523]),
      "13B": cooperating(0.345, 2, 0.00201, [897, 556]),
      "33B": cooperating(0.428, 2, 0.00197, [848, 561]),
    },
  },
];

/** Table 2's row of SearChain with the large model in every stage. */
export const printedAllLarge = {
  title: "SearChain, GPT",
  configuration: "searchain-large",
  cell: cooperating(0.522, 4.92, 0.00371, [1567, 1071]),
} as const;

interface TableThreeColumn {
  title: string;
  configuration: (typeof tuningPairs)[number]["base" | "with"] | null;
}

/**
 * Ours is QLoRA's combination: the adapters were trained over a base that came in 4 bits
 * (models/hopwise-lm/README.md), and there was no 16-bit one for +LoRA.
 */
const tableThreeColumns: readonly TableThreeColumn[] = [
  { title: "SearChain", configuration: "base" },
  { title: "LaLM+SmLM", configuration: "base-large" },
  { title: "+LoRA", configuration: null },
  { title: "+QLoRA", configuration: "tuned-large" },
];

/** Table 3: three small models as they come and fine-tuned; accuracy, large calls, US dollars. */
export const printedTableThree = {
  columns: tableThreeColumns,
  rows: [
    {
      title: "Alpaca-7B",
      cells: [
        small(0.121),
        three(0.142, 1.82, 0.00169),
        three(0.185, 1.81, 0.00164),
        three(0.19, 1.87, 0.00177),
      ],
    },
    {
      title: "Vicuna-7B",
      cells: [
        small(0.157),
        three(0.176, 1.89, 0.00168),
        three(0.216, 1.83, 0.00169),
        three(0.221, 1.9, 0.00183),
      ],
    },
    {
      title: "Llama2-7B-chat",
      cells: [
        small(0.162),
        three(0.179, 1.92, 0.00191),
        three(0.223, 1.88, 0.00175),
        three(0.219, 1.74, 0.00166),
      ],
    },
  ],
} satisfies {
  columns: readonly TableThreeColumn[];
  rows: readonly { title: string; cells: readonly PrintedCell[] }[];
};

/** What QLoRA brings in Table 3, with the large model planning and summing up, in [-1, 1]. */
export function printedTuningGains(): { title: string; gain: number }[] {
  const at = (wanted: TableThreeColumn["configuration"]) =>
    tableThreeColumns.findIndex(({ configuration }) => configuration === wanted);
  return printedTableThree.rows.flatMap(({ title, cells }) => {
    const [base, tuned] = [cells[at("base-large")], cells[at("tuned-large")]];
    if (base === undefined || tuned === undefined) return [];
    return [{ title, gain: tuned.accuracy - base.accuracy }];
  });
}

function three(accuracy: number, largeCalls: number, usd: number): PrintedCell {
  return cell(accuracy, { largeCalls, usd });
}

/** Table 4: rewriter variants with Vicuna-7B, no costs; `openbookQA` is multiple choice, its metric is not defined. */
export const printedTableFour = [
  { title: "Vanilla", configuration: "rewriter-vanilla", openbookQa: 0.296, hotpotQa: 0.178 },
  { title: "Keyword", configuration: "rewriter-keyword", openbookQa: 0.315, hotpotQa: 0.197 },
  { title: "Top3", configuration: "rewriter-top3", openbookQa: 0.304, hotpotQa: 0.189 },
  {
    title: "Soft-prompt",
    configuration: "rewriter-soft-prompt",
    openbookQa: 0.306,
    hotpotQa: 0.192,
  },
  { title: "History", configuration: "rewriter-history", openbookQa: 0.309, hotpotQa: 0.204 },
  { title: "All", configuration: "rewriter-all", openbookQa: 0.401, hotpotQa: 0.223 },
] as const;

export interface PrintedRoi {
  title: string;
  size: PrintedSize;
  accuracy: number;
  usd: number;
  /** Over SearChain with the small model alone, relative. */
  improvement: number;
  /** That for 1,000 tokens of the large model. */
  roi: number;
}

const warningRows = ["LaLM+SmLM", "CoopLLM", "w/oDecision"];

/**
 * The paper's ROI from its own Table 2: by it, all-large beats cooperation with the two smaller
 * models although it costs twice as much. It is why no ROI is shown without accuracy and cost.
 */
export function printedRoiWarning(): PrintedRoi[] {
  return printedSizes.flatMap((size) => {
    const [alone, ...rows] = printedTableTwo.filter(
      ({ title }) => title === "SearChain" || warningRows.includes(title),
    );
    if (alone === undefined) return [];
    const base = alone.cells[size].accuracy;
    const compared = rows.map(({ title, cells }) => ({ title, cell: cells[size] }));
    return [...compared, printedAllLarge].flatMap(({ title, cell: printed }) =>
      roiOfPrinted(title, size, base, printed),
    );
  });
}

function roiOfPrinted(
  title: string,
  size: PrintedSize,
  base: number,
  { accuracy, usd, inputTokens, outputTokens }: PrintedCell,
): PrintedRoi[] {
  if (usd === null || inputTokens === null || outputTokens === null) return [];
  const tokens = inputTokens + outputTokens;
  return [
    {
      title,
      size,
      accuracy,
      usd,
      improvement: improvement(base, accuracy),
      roi: roi(base, accuracy, tokens, roiUnit.largeTokens),
    },
  ];
}
