/** SlimPLM's Table 7 and SearChain's "IR misleads": a run's own answer before a search, and the one after it. */
import type { ConfigurationSummary, LabAnalysis } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { courseText } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { FigureTable, ShareFigure, shareCells, shareHeads } from "./FigureTable.tsx";

const words = courseText.misled;

/** Nothing where no method answers before it looks something up. */
export function MisledPart({ analysis: { summaries } }: { analysis: LabAnalysis }) {
  const told = summaries.filter(({ misled, helped }) => misled !== null || helped !== null);
  if (told.length === 0) return null;
  const isPartial = told.some(({ misled, helped }) => misled === null || helped === null);
  return (
    <Figure
      title={words.title}
      help={words.help}
      file="misled"
      table={() => csvTable(told)}
      isTable
    >
      <FigureTable
        label={words.title}
        first={courseText.configuration}
        heads={[{ label: words.head.misled }, { label: words.head.helped }]}
        rows={told.map(({ id, title, misled, helped }) => ({
          id,
          title,
          cells: [
            <ShareFigure key="misled" share={misled} />,
            <ShareFigure key="helped" share={helped} />,
          ],
        }))}
      />
      {isPartial ? <p className={css("soft")}>{words.helpedUnknown}</p> : null}
      {told.length === summaries.length ? null : <p className={css("soft")}>{words.others}</p>}
    </Figure>
  );
}

function csvTable(summaries: readonly ConfigurationSummary[]) {
  return {
    head: ["configuration", ...shareHeads("misled"), ...shareHeads("helped")],
    rows: summaries.map(({ id, misled, helped }) => [
      id,
      ...shareCells(misled),
      ...shareCells(helped),
    ]),
  };
}
