/** SlimPLM's Table 4: what the language models wrote, by what for. */
import {
  type ConfigurationSummary,
  type LabAnalysis,
  writtenParts,
} from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { courseText } from "../../text/lab-course.ts";
import { css } from "./css.ts";
import { FigureTable } from "./FigureTable.tsx";

const words = courseText.tokens;

/** Nothing where no result tells it. */
export function TokensPart({ analysis: { summaries } }: { analysis: LabAnalysis }) {
  const isTold = ({ written }: ConfigurationSummary) =>
    writtenParts.some((part) => written[part] !== null);
  if (!summaries.some(isTold)) return null;
  const isPartial = summaries.some((one) => answeredOf(one) > 0 && allOf(one) === null);
  return (
    <Figure
      title={words.title}
      help={words.help}
      file="tokens-written"
      table={() => csvTable(summaries)}
      isTable
    >
      <FigureTable
        label={words.title}
        first={courseText.configuration}
        heads={[...writtenParts.map((part) => words.parts[part]), words.all, courseText.n].map(
          (label) => ({ label }),
        )}
        rows={summaries.map((summary) => ({
          id: summary.id,
          title: summary.title,
          cells: [
            ...writtenParts.map((part) => mean(summary.written[part])),
            mean(allOf(summary)),
            answeredOf(summary),
          ],
        }))}
      />
      {isPartial ? <p className={css("soft")}>{words.unknown}</p> : null}
    </Figure>
  );
}

function mean(tokens: number | null): string {
  return tokens?.toFixed(1) ?? unknown;
}

function answeredOf({ n, failed }: ConfigurationSummary): number {
  return n - failed;
}

function allOf({ written }: ConfigurationSummary): number | null {
  return writtenParts.reduce<number | null>((sum, part) => {
    const own = written[part];
    return sum === null || own === null ? null : sum + own;
  }, 0);
}

function csvTable(summaries: readonly ConfigurationSummary[]) {
  return {
    head: ["configuration", "n", ...writtenParts, "all"],
    rows: summaries.map((summary) => [
      summary.id,
      answeredOf(summary),
      ...writtenParts.map((part) => summary.written[part]),
      allOf(summary),
    ]),
  };
}
