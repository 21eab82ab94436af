/** All metrics of the answers side by side, and where they disagree. */
import { answerMeasures, disagreeing } from "../../../../evaluation/analysis/disagreement.ts";
import type { ConfigurationSummary, LabAnalysis } from "../../../../evaluation/types.ts";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { type Column, DataTable, percentColumn, valueColumn } from "./DataTable.tsx";
import { useTitles } from "./use-analysis.ts";

const heads = words.measuresHead;

const columns: readonly Column<ConfigurationSummary>[] = [
  ...answerMeasures.map((metric) =>
    percentColumn<ConfigurationSummary>(
      words.inPercent(metric),
      metric,
      ({ metrics }) => metrics[metric],
    ),
  ),
  {
    label: heads.coveredOnly,
    show: ({ coveredOnly: { n, of } }) => (of === 0 ? unknown : words.ofAll(n, of)),
    heads: ["covered only", "covered only of"],
    cells: ({ coveredOnly: { n, of } }) => [n, of],
  },
  valueColumn(
    heads.answerWords,
    "words of the answer",
    ({ answerWords }) => answerWords,
    (value) => Number(value).toFixed(1),
  ),
];

export function MeasuresPart({ analysis: { summaries } }: { analysis: LabAnalysis }) {
  const title = useTitles();
  const best = disagreeing(summaries);
  return (
    <DataTable
      title={words.measuresTitle}
      help={words.measuresHelp}
      file="measures"
      rows={summaries}
      columns={columns}
    >
      {best.length === 0 ? null : (
        <div className={css("warning")}>
          <p>{words.measuresDisagree}</p>
          <ul>
            {best.map(({ metric, id }) => (
              <li key={metric}>{words.bestBy(words.metrics[metric], title(id))}</li>
            ))}
          </ul>
        </div>
      )}
    </DataTable>
  );
}
