/** Shared by the Lab's pictures: a box with margins, a scale with ticks, an interval's whisker. */
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
 * An axis with round ends. `least`: its extent if all values are equal, so that a single point has
 * a scale. `every`: keeps only each second, third, … tick.
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
  // Closer values leave too few floating-point numbers for round ticks.
  const flat = high - low < 1e-12 * Math.max(1, Math.abs(low), Math.abs(high));
  const far = flat ? Math.max(low + least, high) : high;
  const scale = scaleLinear([low, far], range).nice(ticks);
  // Rounding may put a round end on the wrong side of the value it must contain.
  const [first = low, last = far] = scale.domain();
  const [start, end] = [Math.min(first, low), Math.max(last, far)];
  scale.domain([start, end]);
  const place = (value: number) => scale(value);
  return Object.assign(place, {
    invert: (pixel: number) => scale.invert(pixel),
    domain: [start, end] as const,
    // With equal values further ticks mean nothing.
    ticks: flat ? [start] : scale.ticks(ticks).filter((_, index) => index % every === 0),
  });
}

export function reachOf(spans: readonly (Span | null)[]): number[] {
  return spans.flatMap((span) => (span === null ? [] : [span.mean, span.low, span.high]));
}

export function uprightWhisker(x: number, low: number, high: number, cap = 4): string {
  return `M${x - cap},${high}h${2 * cap}M${x - cap},${low}h${2 * cap}M${x},${low}V${high}`;
}

export function lyingWhisker(y: number, low: number, high: number, cap = 4): string {
  return `M${low},${y - cap}v${2 * cap}M${high},${y - cap}v${2 * cap}M${low},${y}H${high}`;
}
