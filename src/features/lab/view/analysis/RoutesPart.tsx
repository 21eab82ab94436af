/** RA-ISF's Table 7: by which way questions left, and how often it was right. */
import type { ConfigurationSummary, LabAnalysis } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { courseText } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { ShareFigure, shareCells, shareHeads } from "./FigureTable.tsx";
import { Scroll } from "./Scroll.tsx";

const words = courseText.routes;

/** Nothing where no configuration has such ways. */
export function RoutesPart({ analysis }: { analysis: LabAnalysis }) {
  const { metric } = analysis;
  const summaries = analysis.summaries.filter(({ routes }) => routes.length > 0);
  if (summaries.length === 0) return null;
  return (
    <Figure
      title={words.title}
      help={words.help}
      file="routes"
      table={() => csvTable(summaries)}
      isTable
    >
      <Scroll label={words.title}>
        <table className={css("table")}>
          <caption className="visually-hidden">{words.title}</caption>
          <thead>
            <tr>
              <th scope="col">{courseText.configuration}</th>
              <th scope="col">{words.head.exit}</th>
              <th scope="col" className={css("numeric")}>
                {words.head.share}
              </th>
              <th scope="col" className={css("numeric")}>
                {words.right(metric)}
              </th>
            </tr>
          </thead>
          {summaries.map((summary) => (
            <Ways key={summary.id} summary={summary} />
          ))}
        </table>
      </Scroll>
    </Figure>
  );
}

function Ways({ summary: { title, routes } }: { summary: ConfigurationSummary }) {
  return (
    <tbody>
      {routes.map(({ exit, share, right }, at) => (
        <tr key={exit}>
          {at > 0 ? null : (
            <th scope="rowgroup" rowSpan={routes.length}>
              {title}
            </th>
          )}
          <th scope="row">{words.exit(exit)}</th>
          <td className={css("numeric")}>
            <ShareFigure share={share} />
          </td>
          <td className={css("numeric")}>
            <ShareFigure share={right} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function csvTable(summaries: readonly ConfigurationSummary[]) {
  return {
    head: ["configuration", "exit", "left by it", ...shareHeads("share"), ...shareHeads("right")],
    rows: summaries.flatMap(({ id, routes }) =>
      routes.map(({ exit, share, right }) => [
        id,
        exit ?? "other",
        share.count,
        ...shareCells(share),
        ...shareCells(right),
      ]),
    ),
  };
}
