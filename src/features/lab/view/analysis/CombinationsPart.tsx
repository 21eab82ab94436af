/** All configurations: the picture with its budget, the switches, and the table. */
import { useMemo } from "react";
import { bestUnder } from "../../../../evaluation/statistics/pareto.ts";
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { stages } from "../../../../log/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { flipped } from "../../analysis.ts";
import { costText, interval, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { niceAxis } from "../pictures/lab-box.ts";
import { CombinationTable } from "./CombinationTable.tsx";
import { css } from "./css.ts";
import { FlipSwitches } from "./FlipSwitches.tsx";
import { ParetoPicture } from "./ParetoPicture.tsx";
import { useAnalysis, useAnalysisContext, useTitles } from "./use-analysis.ts";

const steps = 200;

export function CombinationsPart({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  const chosen = useAnalysis((state) => state.configuration);
  const canFlip = stages.some((stage) => flipped(batch, chosen, stage) !== null);
  return (
    <Figure
      title={words.paretoTitle}
      help={words.paretoHelp}
      file="accuracy-against-cost"
      table={() => csvTable(analysis)}
    >
      <div className={css("plate")}>
        <ParetoPicture analysis={analysis} batch={batch} />
        <div className={css("aside")}>
          <Budget analysis={analysis} />
          <p className={css("soft")}>{words.combinationsHelp(canFlip)}</p>
          <FlipSwitches batch={batch} />
        </div>
      </div>
      <CombinationTable analysis={analysis} batch={batch} />
    </Figure>
  );
}

/** Keyboard control of the budget line, and what the budget buys. */
function Budget({ analysis }: { analysis: LabAnalysis }) {
  const { cost, metric, pareto } = analysis;
  const { store } = useAnalysisContext();
  const title = useTitles();
  const budget = useAnalysis((state) => state.budget);
  const [low, high] = useMemo(
    () =>
      niceAxis(
        pareto.map((point) => point.cost ?? 0),
        [0, 1],
        { from: 0 },
      ).domain,
    [pareto],
  );
  const best = bestUnder(pareto, budget ?? high);
  const told = costText(cost, budget ?? high);
  return (
    <div className={css("budgetRow")}>
      <label className={css("budgetField")}>
        <span>{words.budget}</span>
        <input
          type="range"
          min={low}
          max={high}
          step={(high - low) / steps}
          value={budget ?? high}
          aria-valuetext={told}
          onChange={(event) => store.choose({ budget: event.target.valueAsNumber })}
        />
        <output>{told}</output>
      </label>
      <p role="status">
        {best === null
          ? words.nothingUnder(told)
          : words.bestUnder(
              title(best.id),
              `${words.metrics[metric]} ${interval(best.quality)}`,
              costText(cost, best.cost),
              told,
            )}
      </p>
    </div>
  );
}

function csvTable({ summaries, pareto, metric, cost }: LabAnalysis) {
  const front = new Set(pareto.filter(({ onFront }) => onFront).map(({ id }) => id));
  return {
    head: [
      "configuration",
      "title",
      "n",
      "failed",
      metric,
      `${metric} low`,
      `${metric} high`,
      `${cost} a question`,
      `${cost} low`,
      `${cost} high`,
      "best at its price",
    ],
    rows: summaries.map((summary) => {
      const quality = summary.metrics[metric];
      const spent = summary.costs[cost];
      return [
        summary.id,
        summary.title,
        summary.n,
        summary.failed,
        quality?.mean ?? null,
        quality?.low ?? null,
        quality?.high ?? null,
        spent?.mean ?? null,
        spent?.low ?? null,
        spent?.high ?? null,
        front.has(summary.id) ? "yes" : "no",
      ];
    }),
  };
}
