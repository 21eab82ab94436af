/** CoopLLM's Tables 2, 3 and 4. Shares are in [0, 1]; costs are per question. */
import * as z from "zod/mini";
import { improvement, roi, roiUnit } from "../../../src/evaluation/analysis/roi.ts";
import paper from "../../../src/methods/coop-llm/paper.json";

export interface PrintedCell {
  /** cover-EM on HotpotQA, except Table 4's other set. */
  accuracy: number;
  /** Null if not printed. */
  largeCalls: number | null;
  usd: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** If print and LaTeX source differ, says which place settled it. */
  note: string | null;
}

const figure = z.nullable(z.number());

/** Accuracy, calls, dollars, tokens in and out, note. */
const cell = z.pipe(
  z.tuple([z.number(), figure, figure, figure, figure], z.string()),
  z.transform(
    ([accuracy, largeCalls, usd, inputTokens, outputTokens, note = null]): PrintedCell => ({
      accuracy,
      largeCalls,
      usd,
      inputTokens,
      outputTokens,
      note,
    }),
  ),
);

export const printedSizes = ["7B", "13B", "33B"] as const;
export type PrintedSize = (typeof printedSizes)[number];

const title = z.string();

/** `configuration` is null if the lab has none. */
const figures = z.object({
  tableTwo: z.array(
    z.object({
      title,
      configuration: z.nullable(z.string()),
      cells: z.record(z.enum(printedSizes), cell),
    }),
  ),
  allLarge: z.object({ title, configuration: z.string(), cell }),
  tableThree: z.object({
    columns: z.array(
      z.object({
        title,
        configuration: z.nullable(z.enum(["base", "base-large", "tuned-large"])),
      }),
    ),
    rows: z.array(z.object({ title, cells: z.array(cell) })),
  }),
  tableFour: z.array(
    z.object({ title, configuration: z.string(), openbookQa: z.number(), hotpotQa: z.number() }),
  ),
});

const { tableTwo, allLarge, tableThree, tableFour } = figures.parse(paper);

/** Table 2 uses HotpotQA, GPT-3.5-turbo and Vicuna. */
export const printedTableTwo = tableTwo;

/** Table 2's SearChain row, large in every stage. */
export const printedAllLarge = allLarge;

/** Ours corresponds to QLoRA: it was trained over a 4-bit base (models/hopwise-lm/README.md). */
export const printedTableThree = tableThree;

/** Table 4 uses Vicuna-7B and prints no costs. The paper does not define `openbookQA`'s metric. */
export const printedTableFour = tableFour;

/** QLoRA's gains in Table 3, in [-1, 1]. */
export function printedTuningGains(): { title: string; gain: number }[] {
  const at = (wanted: string) =>
    tableThree.columns.findIndex(({ configuration }) => configuration === wanted);
  return printedTableThree.rows.flatMap(({ title, cells }) => {
    const [base, tuned] = [cells[at("base-large")], cells[at("tuned-large")]];
    if (base === undefined || tuned === undefined) return [];
    return [{ title, gain: tuned.accuracy - base.accuracy }];
  });
}

export interface PrintedRoi {
  title: string;
  size: PrintedSize;
  accuracy: number;
  usd: number;
  /** Relative to SearChain with the small model alone. */
  improvement: number;
  /** Improvement per 1,000 large-model tokens. */
  roi: number;
}

const warningRows = ["LaLM+SmLM", "CoopLLM", "w/oDecision"];

/**
 * By the paper's ROI, all-large beats cooperation with the smaller models although it costs twice
 * as much; so ROI is never shown without accuracy and cost.
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
