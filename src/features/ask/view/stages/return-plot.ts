/** Layout of the small picture of cost and answers, in pixels: points, ticks and labels. */
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { stages } from "../../../../log/types.ts";
import { type Box, type Line, type Point, placeLabels } from "./place-labels.ts";

export interface PlotSize {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Corner extends Point {
  id: string;
  f1: number;
}

export interface ReturnPlot {
  corners: readonly Corner[];
  /** US dollars per 1,000 questions. */
  ticks: readonly { usd: number; x: number }[];
  qualities: readonly { f1: number; y: number }[];
  digits: number;
}

/** Omits combinations of unknown cost. */
export function returnPlot({ combinations }: SampleSummary, size: PlotSize): ReturnPlot {
  const known = combinations.flatMap((one) =>
    one.usd === null ? [] : [{ ...one, usd: one.usd * 1000 }],
  );
  const most = Math.max(...known.map(({ usd }) => usd), 0.01);
  const dearest = most * 1.06;
  const step = niceStep(most);
  const qualities = known.map(({ f1 }) => f1);
  const [worst, best] = [Math.min(...qualities), Math.max(...qualities)];
  const low = worst - 0.02;
  const high = best + 0.02;
  const x = (usd: number) => size.left + (usd / dearest) * (size.width - size.left - size.right);
  const y = (f1: number) =>
    size.height -
    size.bottom -
    ((f1 - low) / (high - low)) * (size.height - size.top - size.bottom);
  return {
    corners: known.map(({ id, f1, usd }) => ({ id, f1, x: x(usd), y: y(f1) })),
    ticks: [0, step, 2 * step].filter((usd) => usd <= dearest).map((usd) => ({ usd, x: x(usd) })),
    qualities: [...new Set([worst, best])].map((f1) => ({ f1, y: y(f1) })),
    digits: step < 1 ? 2 : 0,
  };
}

export function flipsFrom({ corners }: ReturnPlot, from: Corner): { stage: string; to: Corner }[] {
  return stages.flatMap((stage, at) => {
    const id = flipped(from.id, at);
    const to = corners.find((corner) => corner.id === id);
    return to === undefined ? [] : [{ stage, to }];
  });
}

export function labelPlaces(
  plot: ReturnPlot,
  size: PlotSize,
  labelled: readonly Corner[],
  flips: readonly Line[],
  label: { width: number; height: number },
): Box[] {
  const origin = { x: size.left, y: size.height - size.bottom };
  const axes = [
    { from: { x: size.left, y: size.top }, to: origin },
    { from: origin, to: { x: size.width - size.right, y: origin.y } },
  ];
  return placeLabels(
    labelled.map((at) => ({ at, ...label })),
    {
      points: plot.corners,
      lines: [...flips, ...axes],
      frame: { x: size.left, y: 0, width: size.width - size.left, height: origin.y },
    },
  );
}

function flipped(id: string, at: number): string {
  return `${id.slice(0, at)}${id[at] === "L" ? "S" : "L"}${id.slice(at + 1)}`;
}

/** The largest of 1, 2, 5 times a power of ten that fits about twice. */
function niceStep(value: number): number {
  const half = (value * 1.06) / 2;
  const unit = 10 ** Math.floor(Math.log10(half));
  return unit * ([5, 2, 1].find((step) => step * unit <= half) ?? 1);
}
