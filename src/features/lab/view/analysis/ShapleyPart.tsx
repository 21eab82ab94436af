/** Shapley shares: each stage's gain and cost, averaged over the orders of the stages. */
import {
  type LabAnalysis,
  type StageVerdict,
  verdictMetric,
} from "../../../../evaluation/types.ts";
import { stageWords } from "../../../../log/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import {
  costInterval,
  costText,
  interval,
  points,
  labAnalysisText as words,
} from "../../text/lab-analysis.ts";
import type { Axis } from "../pictures/lab-box.ts";
import { shapleyLayout } from "../pictures/lab-shapley.ts";
import { css } from "./css.ts";
import { Plot } from "./Plot.tsx";
import { Scroll } from "./Scroll.tsx";
import { usePlotWidth } from "./use-plot-width.ts";

export function ShapleyPart({ analysis }: { analysis: LabAnalysis }) {
  const { cost, verdicts } = analysis;
  const shapley = verdicts?.stages ?? null;
  return (
    <Figure
      title={words.shapleyTitle}
      help={words.shapleyHelp}
      file="shapley"
      table={() => csvTable(shapley ?? [], cost)}
      isTable={shapley === null}
    >
      {shapley === null ? (
        <p>{words.noShapley}</p>
      ) : (
        <div className={css("plate")}>
          <ShapleyPicture shares={shapley} analysis={analysis} />
          <ShapleyTable shares={shapley} analysis={analysis} />
        </div>
      )}
    </Figure>
  );
}

type Props = { shares: readonly StageVerdict[]; analysis: LabAnalysis };

const nameRoom = 78;
const gap = 28;

function ShapleyPicture({ shares, analysis }: Props) {
  const { place, width } = usePlotWidth({ least: 264, most: 620 });
  const panel = (width - nameRoom - gap - 12) / 2;
  const quality = [nameRoom, nameRoom + panel] as const;
  const cost = [nameRoom + panel + gap, width - 12] as const;
  const narrow = panel < 160;
  const layout = shapleyLayout(shares, { quality, cost }, narrow ? 2 : 4);
  const base = layout.height - 30;
  return (
    <Plot place={place} width={width} height={layout.height}>
      <Scale
        axis={layout.axes.quality}
        base={base}
        title={words.shapleyQuality(verdictMetric)}
        titleAt={{ x: quality[0], y: narrow ? 8 : 16, anchor: "start" }}
        tick={(value) => points(value, 0)}
      />
      <Scale
        axis={layout.axes.cost}
        base={base}
        title={narrow ? words.costs[analysis.cost] : words.shapleyCost(analysis.cost)}
        titleAt={
          // Side by side they would overlap: stack them, each at its end.
          narrow ? { x: cost[1], y: 23, anchor: "end" } : { x: cost[0], y: 16, anchor: "start" }
        }
        tick={(value) => costText(analysis.cost, value)}
      />
      {layout.rows.map(({ stage, y, ...bars }, index) => (
        <g key={stage}>
          <text className={css("columnName")} x={0} y={y} dy="0.32em">
            {words.stages[shares[index]?.stage ?? "plan"]}
          </text>
          <rect
            className={css("barQuality")}
            x={bars.quality.x}
            y={y - 9}
            width={bars.quality.width}
            height={18}
          />
          <path className={css("whisker")} d={bars.quality.whisker} />
          {bars.cost === null ? null : (
            <>
              <rect
                className={css("barLarge")}
                x={bars.cost.x}
                y={y - 9}
                width={bars.cost.width}
                height={18}
              />
              <path className={css("whisker")} d={bars.cost.whisker} />
            </>
          )}
        </g>
      ))}
    </Plot>
  );
}

function Scale(props: {
  axis: Axis;
  base: number;
  title: string;
  titleAt: { x: number; y: number; anchor: "start" | "end" };
  tick: (value: number) => string;
}) {
  const { axis, base, title, titleAt, tick } = props;
  return (
    <g>
      <text className={css("bandTitle")} x={titleAt.x} y={titleAt.y} textAnchor={titleAt.anchor}>
        {title}
      </text>
      {axis.ticks.map((value) => (
        <g key={value} transform={`translate(${axis(value)},0)`}>
          <line className={css(value === 0 ? "zero" : "grid")} y1={28} y2={base} />
          <text y={base + 16} textAnchor="middle">
            {tick(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

function ShapleyTable({ shares, analysis }: Props) {
  return (
    <Scroll label={words.shapleyTitle}>
      <table className={css("table")}>
        <caption className="visually-hidden">{words.shapleyTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{words.roiTable.stage}</th>
            <th scope="col" className={css("numeric")}>
              {words.shapleyQuality(verdictMetric)}
            </th>
            <th scope="col" className={css("numeric")}>
              {words.shapleyCost(analysis.cost)}
            </th>
            <th scope="col" className={css("numeric")}>
              {words.roiTable.n}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ stage, gain, cost }) => (
            <tr key={stage}>
              <th scope="row">{words.stages[stage]}</th>
              <td className={css("numeric")}>{interval(gain)}</td>
              <td className={css("numeric")}>{costInterval(analysis.cost, cost)}</td>
              <td className={css("numeric")}>{gain.n}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function csvTable(shares: readonly StageVerdict[], cost: string) {
  return {
    head: ["stage", "n", "points", "low", "high", cost, `${cost} low`, `${cost} high`],
    rows: shares.map((share) => [
      stageWords[share.stage],
      share.gain.n,
      100 * share.gain.mean,
      100 * share.gain.low,
      100 * share.gain.high,
      share.cost?.mean ?? null,
      share.cost?.low ?? null,
      share.cost?.high ?? null,
    ]),
  };
}
