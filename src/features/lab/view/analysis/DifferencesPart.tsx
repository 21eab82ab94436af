/** Every configuration over the one that all are held against, on the same questions. */
import { isRightOrWrong } from "../../../../evaluation/analysis/table.ts";
import type { LabAnalysis, PairedGain } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { interval, labAnalysisText, pText } from "../../text/lab-analysis.ts";
import { comparisonText as words } from "../../text/lab-comparison.ts";
import { css } from "./css.ts";
import { FigureTable } from "./FigureTable.tsx";
import { useTitles } from "./use-analysis.ts";

/** Nothing where no configuration stands for the others to be compared with. */
export function DifferencesPart({ analysis }: { analysis: LabAnalysis }) {
  const { against, metric, summaries } = analysis;
  const title = useTitles();
  const base = summaries.find(({ id }) => id === against[0]?.base);
  if (base === undefined) return null;
  const { head } = words;
  const isGraded = !isRightOrWrong(metric);
  const quality = base.metrics[metric];
  return (
    <Figure
      title={words.differencesTitle(base.title)}
      help={words.differencesHelp(base.title, labAnalysisText.metrics[metric], isGraded)}
      file="differences"
      table={() => csvTable(against)}
      isTable
    >
      {quality === null ? null : <p>{words.baseAt(base.title, interval(quality), quality.n)}</p>}
      <FigureTable
        label={words.differencesTitle(base.title)}
        first={head.configuration}
        heads={[
          { label: head.difference },
          { label: isGraded ? head.gradedTest : head.test },
          { label: head.n },
          { label: head.verdict, isText: true },
        ]}
        rows={against.map((one) => ({
          id: one.with,
          title: title(one.with),
          cells: [interval(one.gain), testOf(one), one.n, words.verdict(one.verdict, one.more)],
        }))}
      />
      {against.length < 2 ? null : <p className={css("soft")}>{words.several(against.length)}</p>}
    </Figure>
  );
}

function testOf({ mcnemar, p }: PairedGain): string {
  if (mcnemar !== null) {
    return labAnalysisText.mcnemar(mcnemar.gained, mcnemar.lost, mcnemar.midP);
  }
  return Number.isNaN(p) ? unknown : pText(p);
}

function csvTable(against: readonly PairedGain[]) {
  return {
    head: [
      "configuration",
      "against",
      "n",
      "difference, points",
      "difference low",
      "difference high",
      "won",
      "lost",
      "McNemar mid-p",
      "p by Holm",
      "verdict",
      "more questions",
    ],
    rows: against.map(({ base, with: id, n, gain, mcnemar, p, verdict, more }) => [
      id,
      base,
      n,
      100 * gain.mean,
      100 * gain.low,
      100 * gain.high,
      mcnemar?.gained ?? null,
      mcnemar?.lost ?? null,
      mcnemar?.midP ?? null,
      p,
      verdict,
      more,
    ]),
  };
}
