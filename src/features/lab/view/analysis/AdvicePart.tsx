/** Recommendation above the pictures: one or two sentences, with their confidence. */
import { useId } from "react";
import { type LabAnalysis, verdictMetric } from "../../../../evaluation/types.ts";
import {
  adviceText,
  costWithUnit,
  interval,
  labAnalysisText as words,
} from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { useTitles } from "./use-analysis.ts";

export function AdvicePart({ analysis }: { analysis: LabAnalysis }) {
  const id = useId();
  const title = useTitles();
  const { advice, metric, cost, verdicts } = analysis;
  const best = advice.find(({ configuration }) => configuration !== null);
  return (
    <section className={css("advice")} aria-labelledby={id}>
      <h3 id={id}>{words.adviceTitle}</h3>
      {advice.length === 0 ? <p className={css("soft")}>{words.adviceNone}</p> : null}
      <ul>
        {advice.map((piece) => (
          <li
            key={`${piece.kind} ${piece.stage}`}
            className={css(piece.kind === "undecided" && "unsure")}
          >
            {adviceText(piece, verdicts === null ? metric : verdictMetric, title)}
          </li>
        ))}
      </ul>
      {best?.configuration == null ? null : (
        <p className={css("soft")}>
          {words.adviceBest(
            title(best.configuration),
            `${words.metrics[metric]} ${interval(best.quality)}`,
            costWithUnit(cost, best.cost),
          )}
        </p>
      )}
    </section>
  );
}
