/** Every configuration compared with the baseline, on the same questions. */
import { isRightOrWrong } from "../../../../evaluation/analysis/table.ts";
import type { LabAnalysis, PairedGain } from "../../../../evaluation/types.ts";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { interval, labAnalysisText, pText } from "../../text/lab-analysis.ts";
import { comparisonText as words } from "../../text/lab-comparison.ts";
import { type Column, DataTable, percentColumn, valueColumn } from "./DataTable.tsx";
import { useTitles } from "./use-analysis.ts";

/** Renders nothing without a baseline. */
export function DifferencesPart({ analysis }: { analysis: LabAnalysis }) {
  const { against, metric, summaries } = analysis;
  const title = useTitles();
  const base = summaries.find(({ id }) => id === against[0]?.base);
  if (base === undefined) return null;
  const isGraded = !isRightOrWrong(metric);
  const quality = base.metrics[metric];
  return (
    <DataTable
      title={words.differencesTitle(base.title)}
      help={words.differencesHelp(base.title, labAnalysisText.metrics[metric], isGraded)}
      file="differences"
      rows={against.map((one) => ({ ...one, id: one.with, title: title(one.with) }))}
      columns={columnsOf(isGraded)}
      notes={[against.length < 2 ? null : words.several(against.length)]}
    >
      {quality === null ? null : <p>{words.baseAt(base.title, interval(quality), quality.n)}</p>}
    </DataTable>
  );
}

function columnsOf(isGraded: boolean): Column<PairedGain>[] {
  const { head } = words;
  return [
    valueColumn(null, "against", ({ base }) => base),
    percentColumn(head.difference, "difference, points", ({ gain }) => gain),
    {
      label: isGraded ? head.gradedTest : head.test,
      show: testOf,
      heads: ["won", "lost", "McNemar mid-p", "p by Holm"],
      cells: ({ mcnemar, p }) => [
        mcnemar?.gained ?? null,
        mcnemar?.lost ?? null,
        mcnemar?.midP ?? null,
        p,
      ],
    },
    valueColumn(head.n, "n", ({ n }) => n),
    {
      label: head.verdict,
      isText: true,
      show: ({ verdict, more }) => words.verdict(verdict, more),
      heads: ["verdict", "more questions"],
      cells: ({ verdict, more }) => [verdict, more],
    },
  ];
}

function testOf({ mcnemar, p }: PairedGain): string {
  if (mcnemar !== null) {
    return labAnalysisText.mcnemar(mcnemar.gained, mcnemar.lost, mcnemar.midP);
  }
  return Number.isNaN(p) ? unknown : pText(p);
}
