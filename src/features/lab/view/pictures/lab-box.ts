/** What the lab's pictures share: a box with margins, a scale with its ticks, an interval's whisker. */
import { scaleLinear } from "d3";

/** Pixels. */
export interface PlotBox {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The part of an interval that is drawn. */
export interface Span {
  mean: number;
  low: number;
  high: number;
}

export interface Axis {
  (value: number): number;
  invert(pixel: number): number;
  domain: readonly [number, number];
  ticks: readonly number[];
}

/**
 * An axis whose ends are round numbers. `least` is how far it reaches where all values are
 * the same, so that one point stands on a scale too. `every`: of the marks, each second, third, …
 */
export function niceAxis(
  values: readonly number[],
  range: readonly [number, number],
  options: { from?: number; least?: number; ticks?: number; every?: number } = {},
): Axis {
  const { from, least = 1, ticks = 5, every = 1 } = options;
  const known = values.filter(Number.isFinite);
  const low = from ?? Math.min(...known, 0);
  const high = Math.max(...known, low);
  const flat = high - low < 1e-12;
  const scale = scaleLinear([low, flat ? low + least : high], range).nice(ticks);
  const [start = low, end = high] = scale.domain();
  const place = (value: number) => scale(value);
  return Object.assign(place, {
    invert: (pixel: number) => scale.invert(pixel),
    domain: [start, end] as const,
    // Between values that are all the same no mark says anything.
    ticks: flat ? [start] : scale.ticks(ticks).filter((_, index) => index % every === 0),
  });
}

/** Means and the ends of intervals, as one list: all must fit. */
export function reachOf(spans: readonly (Span | null)[]): number[] {
  return spans.flatMap((span) => (span === null ? [] : [span.mean, span.low, span.high]));
}

/** A whisker with its two caps, upright around x. */
export function uprightWhisker(x: number, low: number, high: number, cap = 4): string {
  return `M${x - cap},${high}h${2 * cap}M${x - cap},${low}h${2 * cap}M${x},${low}V${high}`;
}

/** The same lying down around y. */
export function lyingWhisker(y: number, low: number, high: number, cap = 4): string {
  return `M${low},${y - cap}v${2 * cap}M${high},${y - cap}v${2 * cap}M${low},${y}H${high}`;
}
