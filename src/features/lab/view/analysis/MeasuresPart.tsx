/** Every measure of the answers side by side, and where they disagree. */
import { answerMeasures, disagreeing } from "../../../../evaluation/analysis/disagreement.ts";
import type { ConfigurationSummary, LabAnalysis } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { interval, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";
import { useTitles } from "./use-analysis.ts";

export function MeasuresPart({ analysis: { summaries } }: { analysis: LabAnalysis }) {
  const title = useTitles();
  const best = disagreeing(summaries);
  const heads = words.measuresHead;
  return (
    <Figure
      title={words.measuresTitle}
      help={words.measuresHelp}
      file="measures"
      table={() => measuresCsv(summaries)}
      isTable
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
      <Scroll label={words.measuresTitle}>
        <table className={css("table")}>
          <caption className="visually-hidden">{words.measuresTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{heads.configuration}</th>
              {answerMeasures.map((metric) => (
                <th key={metric} scope="col" className={css("numeric")}>
                  {words.inPercent(metric)}
                </th>
              ))}
              <th scope="col" className={css("numeric")}>
                {heads.coveredOnly}
              </th>
              <th scope="col" className={css("numeric")}>
                {heads.answerWords}
              </th>
            </tr>
          </thead>
          <tbody>
            {summaries.map((summary) => (
              <tr key={summary.id}>
                <th scope="row">{summary.title}</th>
                {answerMeasures.map((metric) => (
                  <td key={metric} className={css("numeric")}>
                    {interval(summary.metrics[metric])}
                  </td>
                ))}
                <td className={css("numeric")}>{coveredOnly(summary)}</td>
                <td className={css("numeric")}>{summary.answerWords?.toFixed(1) ?? unknown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Figure>
  );
}

function coveredOnly({ coveredOnly: { n, of } }: ConfigurationSummary): string {
  return of === 0 ? unknown : words.ofAll(n, of);
}

function measuresCsv(summaries: readonly ConfigurationSummary[]) {
  return {
    head: [
      "configuration",
      ...answerMeasures.flatMap((metric) => [`${metric}, %`, `${metric} low`, `${metric} high`]),
      "covered only",
      "covered only of",
      "words of the answer",
    ],
    rows: summaries.map((summary) => [
      summary.id,
      ...answerMeasures.flatMap((metric) => {
        const span = summary.metrics[metric];
        return span === null
          ? [null, null, null]
          : [100 * span.mean, 100 * span.low, 100 * span.high];
      }),
      summary.coveredOnly.n,
      summary.coveredOnly.of,
      summary.answerWords,
    ]),
  };
}
