/** The best setup for a budget per thousand questions: a slider that the cube follows. */
import { useId, useMemo } from "react";
import { bestUnder } from "../../../../evaluation/statistics/pareto.ts";
import type { Verdicts } from "../../../../evaluation/types.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { costPhrase, firstScreenText as words } from "../../text/first-screen.ts";
import { ConfigurationMark, tiersOf } from "../analysis/ConfigurationMark.tsx";
import { useAnalysis, useAnalysisContext } from "../analysis/use-analysis.ts";
import { niceAxis } from "../pictures/lab-box.ts";
import { css } from "./css.ts";

const steps = 100;

export function BudgetCard({ verdicts }: { verdicts: Verdicts }) {
  const { corners, cost, metric } = verdicts;
  const { store } = useAnalysisContext();
  const chosen = useAnalysis((state) => state.budget);
  const id = useId();
  const high = useMemo(() => topOf(corners.map((corner) => corner.cost ?? 0)), [corners]);
  const budget = chosen ?? high;
  const best = bestUnder(corners, budget);
  const over = corners.filter((corner) => corner.cost !== null && corner.cost > budget).length;
  return (
    <section aria-label={words.budgetName} className={css("card", "budgetCard")}>
      <h3>
        <label htmlFor={id}>{words.budget}</label>
        <output className={css("gain")}>{costPhrase(cost, budget)}</output>
      </h3>
      <input
        id={id}
        type="range"
        min={0}
        max={high}
        step={high / steps}
        value={budget}
        aria-valuetext={costPhrase(cost, budget)}
        onChange={(event) => store.choose({ budget: event.target.valueAsNumber })}
      />
      <p className={css("best")} role="status">
        {best === null ? (
          words.noneUnder
        ) : (
          <>
            <ConfigurationMark settings={tiersOf(best.id)} />
            <TextButton onClick={() => store.choose({ configuration: best.id })}>
              {words.bestIs(best.id, best.quality.mean, metric)}
            </TextButton>
          </>
        )}
      </p>
      <p className={css("figures")}>
        {best === null ? null : <span>{costPhrase(cost, best.cost)}</span>}
        {best !== null && best !== corners[0] && best.gain.low <= 0 ? (
          <span>{words.notShownBetter}</span>
        ) : null}
        <span>{words.dimmed(over)}</span>
      </p>
    </section>
  );
}

function topOf(costs: readonly number[]): number {
  return niceAxis(costs, [0, 1], { from: 0 }).domain[1];
}
