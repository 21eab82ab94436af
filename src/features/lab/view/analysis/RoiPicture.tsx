/** The three bands of Figure 2: ROI as a line, accuracy and cost as bars below it. */
import { costOfBar, type RoiDenominator } from "../../../../evaluation/analysis/roi.ts";
import type { Interval, MetricId, StageRoi } from "../../../../evaluation/types.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import {
  costText,
  percentFigure,
  percentTick,
  points,
  labAnalysisText as words,
} from "../../text/lab-analysis.ts";
import { type RoiLayout, type RoiPlace, roiLayout } from "../pictures/lab-roi.ts";
import { css } from "./css.ts";
import { GridLines, Plot } from "./Plot.tsx";
import { usePlotWidth } from "./use-plot-width.ts";

export interface RoiRow extends StageRoi {
  quality: Interval | null;
  baseQuality: Interval | null;
}

const margin = { left: 56, right: 12 };

export function RoiPicture(props: {
  rows: readonly RoiRow[];
  denominator: RoiDenominator;
  metric: MetricId;
}) {
  const { rows, denominator, metric } = props;
  const { place, width } = usePlotWidth({ least: 264, most: 620 });
  const columns = rows.map((row) => ({
    stage: row.stage,
    quality: row.quality,
    base: row.baseQuality,
    cost: costOfBar(row.cost, denominator),
    roi: row.roi[denominator],
  }));
  const layout = roiLayout(columns, { width, ...margin });
  return (
    <Plot
      place={place}
      width={width}
      height={layout.height}
      under={
        <p className={css("key")}>
          <TierIcon tier="small" size={16} /> {words.allSmall}
          <TierIcon tier="large" size={16} /> {words.withLarge}
        </p>
      }
    >
      <Bands layout={layout} width={width} denominator={denominator} metric={metric} />
      <path className={css("roiLine")} d={layout.line} />
      {layout.columns.map((column, index) => {
        const row = rows[index];
        return row === undefined ? null : (
          <Column
            key={column.stage}
            column={column}
            row={row}
            denominator={denominator}
            height={layout.height}
          />
        );
      })}
    </Plot>
  );
}

function Bands(props: {
  layout: RoiLayout;
  width: number;
  denominator: RoiDenominator;
  metric: MetricId;
}) {
  const { layout, width, denominator, metric } = props;
  const { roi, quality, cost } = layout.bands;
  const bands = [
    { ...roi, title: words.roiBand(denominator), tick: percentTick },
    { ...quality, title: words.inPercent(metric), tick: (value: number) => points(value, 0) },
    {
      ...cost,
      title: words.costBand(denominator),
      tick: (value: number) => costText(denominator, value),
    },
  ];
  return bands.map(({ title, top, axis, tick }) => (
    <g key={title}>
      <text className={css("bandTitle")} x={0} y={top - 14}>
        {title}
      </text>
      <GridLines
        ticks={axis.ticks}
        at={axis}
        left={margin.left}
        right={width - margin.right}
        text={tick}
      />
    </g>
  ));
}

function Column(props: {
  column: RoiPlace;
  row: RoiRow;
  denominator: RoiDenominator;
  height: number;
}) {
  const { column, row, denominator, height } = props;
  const { x, roi, quality, base, cost } = column;
  const value = row.roi[denominator];
  return (
    <g>
      {base === null ? null : (
        <>
          <rect className={css("barSmall")} {...barOf(base)} />
          <path className={css("whisker")} d={base.whisker} />
        </>
      )}
      {quality === null ? null : (
        <>
          <rect className={css("barLarge")} {...barOf(quality)} />
          <path className={css("whisker")} d={quality.whisker} />
        </>
      )}
      {cost === null ? null : (
        <>
          <rect className={css("barCost")} {...barOf(cost)} />
          <text className={css("value")} x={x} y={cost.y - 5} textAnchor="middle">
            {costText(denominator, costOfBar(row.cost, denominator))}
          </text>
        </>
      )}
      {roi === null ? null : (
        <>
          <path className={css("whisker")} d={roi.whisker} />
          <circle className={css("roiPoint")} cx={x} cy={roi.y} r={5} />
          <text className={css("value")} x={x + 9} y={roi.y} dy="-0.5em">
            {value === null ? "" : percentFigure(value.mean)}
          </text>
        </>
      )}
      <text className={css("columnName")} x={x} y={height - 22} textAnchor="middle">
        {words.stages[row.stage]}
      </text>
      <text x={x} y={height - 5} textAnchor="middle">
        {words.verdicts[row.verdict]}
      </text>
    </g>
  );
}

function barOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x, y, width, height: Math.max(0, height) };
}
