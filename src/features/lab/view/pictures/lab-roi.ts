/**
 * Layout of CoopLLM's Figure 2: three bands over one row of stages, ROI as a line, accuracy and
 * cost as bars. Each band has its own scale, so that no axis has two meanings.
 */
import { line, scaleBand } from "d3";
import { type Axis, niceAxis, reachOf, type Span, uprightWhisker } from "./lab-box.ts";

export interface RoiColumn {
  stage: string;
  /** With the large model in this stage, and without. */
  quality: Span | null;
  base: Span | null;
  /** Large-model cost in this stage per interaction (`costOfBar`). */
  cost: number | null;
  roi: Span | null;
}

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Band {
  top: number;
  bottom: number;
  axis: Axis;
}

export interface RoiPlace {
  stage: string;
  x: number;
  roi: { y: number; whisker: string } | null;
  quality: (Bar & { whisker: string }) | null;
  base: (Bar & { whisker: string }) | null;
  cost: Bar | null;
}

export interface RoiLayout {
  height: number;
  bands: { roi: Band; quality: Band; cost: Band };
  /** Where ROI is 0: below it the stage does harm. */
  zero: number;
  columns: readonly RoiPlace[];
  /** ROI from stage to stage; broken where unknown. */
  line: string;
}

const heights = { roi: 128, quality: 128, cost: 84 };
const gap = 44;
const top = 28;
const bottom = 40;
/** Two accuracy bars side by side; the cost bar is as wide as both. */
const barWidth = 26;

export function roiLayout(
  columns: readonly RoiColumn[],
  { width, left, right }: { width: number; left: number; right: number },
): RoiLayout {
  const roiTop = top;
  const qualityTop = roiTop + heights.roi + gap;
  const costTop = qualityTop + heights.quality + gap;
  const end = costTop + heights.cost;
  const roiAxis = niceAxis(reachOf(columns.map(({ roi }) => roi)), [roiTop + heights.roi, roiTop], {
    ticks: 4,
  });
  const qualityAxis = niceAxis(
    reachOf(columns.flatMap(({ quality, base }) => [quality, base])),
    [qualityTop + heights.quality, qualityTop],
    { from: 0, least: 0.1, ticks: 4 },
  );
  const costAxis = niceAxis(
    columns.map(({ cost }) => cost ?? 0),
    [end, costTop],
    { from: 0, ticks: 3 },
  );
  const bands = scaleBand([left, width - right]).domain(columns.map(({ stage }) => stage));
  const middle = (stage: string) => (bands(stage) ?? left) + bands.bandwidth() / 2;
  const barOn = (axis: Axis, floor: number, x: number, value: number, wide = barWidth): Bar => ({
    x,
    y: axis(value),
    width: wide,
    height: floor - axis(value),
  });
  const qualityBar = (span: Span | null, x: number) => {
    if (span === null) return null;
    const whisker = uprightWhisker(
      x + barWidth / 2,
      qualityAxis(Math.max(0, span.low)),
      qualityAxis(span.high),
    );
    return { ...barOn(qualityAxis, qualityTop + heights.quality, x, span.mean), whisker };
  };
  const places = columns.map(({ stage, quality, base, cost, roi }): RoiPlace => {
    const x = middle(stage);
    return {
      stage,
      x,
      roi:
        roi === null
          ? null
          : {
              y: roiAxis(roi.mean),
              whisker: uprightWhisker(x, roiAxis(roi.low), roiAxis(roi.high)),
            },
      base: qualityBar(base, x - barWidth - 2),
      quality: qualityBar(quality, x + 2),
      cost: cost === null ? null : barOn(costAxis, end, x - barWidth - 2, cost, 2 * barWidth + 4),
    };
  });
  const joined = line<RoiPlace>()
    .defined(({ roi }) => roi !== null)
    .x(({ x }) => x)
    .y(({ roi }) => roi?.y ?? 0);
  return {
    height: end + bottom,
    bands: {
      roi: { top: roiTop, bottom: roiTop + heights.roi, axis: roiAxis },
      quality: { top: qualityTop, bottom: qualityTop + heights.quality, axis: qualityAxis },
      cost: { top: costTop, bottom: end, axis: costAxis },
    },
    zero: roiAxis(0),
    columns: places,
    line: joined(places) ?? "",
  };
}
