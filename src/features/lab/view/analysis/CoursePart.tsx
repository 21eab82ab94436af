/** RA-ISF's Table 4, steps that stayed without an answer, and outputs that did not fit their form. */
import type { ConfigurationSummary, Interval, LabAnalysis } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { meanInterval } from "../../text/lab-analysis.ts";
import { courseText as words } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { FigureTable, ShareFigure, shareCells, shareHeads } from "./FigureTable.tsx";

export function CoursePart({ analysis: { summaries } }: { analysis: LabAnalysis }) {
  const { head } = words;
  return (
    <Figure
      title={words.title}
      help={words.help}
      file="course"
      table={() => csvTable(summaries)}
      isTable
    >
      <FigureTable
        label={words.title}
        first={words.configuration}
        heads={[head.searches, head.steps, head.unsolved, head.unfit].map((label) => ({ label }))}
        rows={summaries.map(({ id, title, searches, steps, unsolved, unfit }) => ({
          id,
          title,
          cells: [
            <Mean key="searches" mean={searches} />,
            <Mean key="steps" mean={steps} />,
            <ShareFigure key="unsolved" share={unsolved} />,
            <ShareFigure key="unfit" share={unfit} />,
          ],
        }))}
      />
      {summaries.some(({ searches, steps }) => searches !== null && steps === null) ? (
        <p className={css("soft")}>{words.stepsUnknown}</p>
      ) : null}
    </Figure>
  );
}

function Mean({ mean }: { mean: Interval | null }) {
  return (
    <>
      {meanInterval(mean)}
      {mean === null ? null : <span className={css("under")}>n = {mean.n}</span>}
    </>
  );
}

function csvTable(summaries: readonly ConfigurationSummary[]) {
  const means = (name: string) => [name, `${name} low`, `${name} high`];
  const cells = (mean: Interval | null) =>
    mean === null ? [null, null, null] : [mean.mean, mean.low, mean.high];
  return {
    head: [
      "configuration",
      "n",
      ...means("searches a question"),
      ...means("steps a question"),
      ...shareHeads("unsolved steps"),
      ...shareHeads("unfit outputs"),
    ],
    rows: summaries.map(({ id, searches, steps, unsolved, unfit }) => [
      id,
      searches?.n ?? 0,
      ...cells(searches),
      ...cells(steps),
      ...shareCells(unsolved),
      ...shareCells(unfit),
    ]),
  };
}
