/** Layout of a sweep: score, and below it cost, over the values of one number. */
import { line } from "d3";
import { type Axis, niceAxis, reachOf, type Span, uprightWhisker } from "./lab-box.ts";

export interface SweepPoint {
  value: number;
  quality: Span;
  cost: number | null;
}

interface Band {
  top: number;
  bottom: number;
  axis: Axis;
  line: string;
}

export interface SweepPlace {
  value: number;
  x: number;
  /** Whether its value is labelled; skipped if it would touch the previous label. */
  named: boolean;
  y: number;
  whisker: string;
  /** Null if the cost is unknown. */
  costY: number | null;
}

export interface SweepLayout {
  height: number;
  quality: Band;
  cost: Band | null;
  base: number;
  places: readonly SweepPlace[];
}

const heights = { quality: 220, cost: 96 };
const gap = 40;
const top = 34;
const bottom = 46;
/** Minimum pixels between labelled values. */
const leastApart = 34;

export function sweepLayout(
  unordered: readonly SweepPoint[],
  { width, left, right }: { width: number; left: number; right: number },
): SweepLayout {
  const points = [...unordered].sort((a, b) => a.value - b.value);
  const x = xAxis(points, left, width - right);
  const qualityEnd = top + heights.quality;
  const y = niceAxis(reachOf(points.map(({ quality }) => quality)), [qualityEnd, top], {
    from: Math.max(0, Math.min(...points.map(({ quality }) => quality.low), 1)),
    least: 0.1,
  });
  const known = points.flatMap(({ cost }) => cost ?? []);
  const costTop = qualityEnd + gap;
  const costEnd = costTop + heights.cost;
  const costAxis = niceAxis(known, [costEnd, costTop], { from: 0, ticks: 3 });
  const base = known.length === 0 ? qualityEnd : costEnd;
  let written = Number.NEGATIVE_INFINITY;
  const places = points.map(({ value, quality, cost }): SweepPlace => {
    const at = x(value);
    const named = at - written >= leastApart;
    if (named) written = at;
    return {
      value,
      x: at,
      named,
      y: y(quality.mean),
      whisker: uprightWhisker(at, y(quality.low), y(quality.high)),
      costY: cost === null ? null : costAxis(cost),
    };
  });
  const joined = (height: (place: SweepPlace) => number | null) =>
    line<SweepPlace>()
      .defined((place) => height(place) !== null)
      .x((place) => place.x)
      .y((place) => height(place) ?? 0)(places) ?? "";
  return {
    height: base + bottom,
    quality: { top, bottom: qualityEnd, axis: y, line: joined((place) => place.y) },
    cost:
      known.length === 0
        ? null
        : {
            top: costTop,
            bottom: costEnd,
            axis: costAxis,
            line: joined(({ costY }) => costY),
          },
    base,
    places,
  };
}

/** From the least value to the greatest, slightly inset; a single one is centred. */
function xAxis(points: readonly SweepPoint[], from: number, to: number): (value: number) => number {
  const [least, greatest] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0];
  const inset = 14;
  const room = to - from - 2 * inset;
  return (value) =>
    greatest === least
      ? (from + to) / 2
      : from + inset + (room * (value - least)) / (greatest - least);
}
