/** Layout of each stage's share of quality and cost, as horizontal bars on two scales. */
import { type Axis, lyingWhisker, niceAxis, reachOf, type Span } from "./lab-box.ts";

export interface ShapleyRow {
  stage: string;
  gain: Span;
  cost: Span | null;
}

interface ShareBar {
  x: number;
  width: number;
  whisker: string;
}

export interface ShapleyPlace {
  stage: string;
  y: number;
  quality: ShareBar;
  cost: ShareBar | null;
}

export interface ShapleyLayout {
  height: number;
  axes: { quality: Axis; cost: Axis };
  rows: readonly ShapleyPlace[];
}

const rowHeight = 44;
const top = 30;
const bottom = 34;

/** `panels`: start and end of the two scales, in pixels. */
export function shapleyLayout(
  rows: readonly ShapleyRow[],
  panels: { quality: readonly [number, number]; cost: readonly [number, number] },
  ticks = 4,
): ShapleyLayout {
  const quality = niceAxis(reachOf(rows.map((row) => row.gain)), panels.quality, {
    least: 0.1,
    ticks,
  });
  const cost = niceAxis(reachOf(rows.map((row) => row.cost)), panels.cost, { ticks });
  return {
    height: top + rows.length * rowHeight + bottom,
    axes: { quality, cost },
    rows: rows.map((row, index) => {
      const y = top + (index + 0.5) * rowHeight;
      return {
        stage: row.stage,
        y,
        quality: shareBar(quality, row.gain, y),
        cost: row.cost === null ? null : shareBar(cost, row.cost, y),
      };
    }),
  };
}

/** From 0 to the mean, to either side. */
function shareBar(axis: Axis, { mean, low, high }: Span, y: number): ShareBar {
  const zero = axis(0);
  const end = axis(mean);
  return {
    x: Math.min(zero, end),
    width: Math.abs(end - zero),
    whisker: lyingWhisker(y, axis(low), axis(high)),
  };
}
