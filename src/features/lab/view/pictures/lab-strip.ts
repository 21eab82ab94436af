/**
 * Layout of the strip: one dot per question on a scale, right ones stacked above the line and
 * wrong ones below. All dots of a kind share one path, so that ten thousand cost as much as ten.
 */
import { bisectLeft } from "d3";
import { type Axis, niceAxis, type PlotBox } from "./lab-box.ts";

export interface StripDots {
  /** One value per question; NaN if unknown, which draws no dot. */
  values: Float64Array;
  /** 1 right, 0 wrong. */
  right: Uint8Array;
}

export interface StripLayout {
  x: Axis;
  middle: number;
  /** Zero-length strokes: a round line cap makes each a dot. */
  rightPath: string;
  wrongPath: string;
  dot: number;
  unknown: number;
}

const largestDot = 5;
const smallestDot = 1.5;

export function stripLayout(dots: StripDots, box: PlotBox, from?: number): StripLayout {
  const known = dots.values.filter(Number.isFinite);
  let high = 0;
  for (const value of known) if (value > high) high = value;
  const x = niceAxis([0, high], [box.left, box.width - box.right], { from: from ?? 0 });
  const middle = (box.top + box.height - box.bottom) / 2;
  const room = (box.height - box.bottom - box.top) / 2 - 4;
  // The largest dots whose tallest stack still fits; at the smallest size dots overlap.
  let dot = largestDot;
  let piles = pile(dots, x, dot);
  while (piles.tallest * dot > room && dot > smallestDot) {
    dot -= 0.5;
    piles = pile(dots, x, dot);
  }
  const step = Math.min(dot, room / Math.max(1, piles.tallest));
  return {
    x,
    middle,
    rightPath: pathOf(piles.right, (level) => middle - 3 - (level + 0.5) * step),
    wrongPath: pathOf(piles.wrong, (level) => middle + 3 + (level + 0.5) * step),
    dot,
    unknown: dots.values.length - known.length,
  };
}

interface Piles {
  /** Dot counts by the column's middle in pixels. */
  right: ReadonlyMap<number, number>;
  wrong: ReadonlyMap<number, number>;
  tallest: number;
}

function pile({ values, right }: StripDots, x: Axis, dot: number): Piles {
  const piles = { right: new Map<number, number>(), wrong: new Map<number, number>() };
  let tallest = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    const side = right[index] === 1 ? piles.right : piles.wrong;
    const column = Math.round(x(value) / dot) * dot;
    const height = (side.get(column) ?? 0) + 1;
    side.set(column, height);
    if (height > tallest) tallest = height;
  }
  return { ...piles, tallest };
}

function pathOf(piles: ReadonlyMap<number, number>, yOf: (level: number) => number): string {
  const parts: string[] = [];
  for (const [column, count] of piles) {
    for (let level = 0; level < count; level += 1) {
      parts.push(`M${column},${Math.round(yOf(level) * 10) / 10}h0`);
    }
  }
  return parts.join("");
}

/** Questions sorted by value, so that a brush need not scan all. */
export interface ValueIndex {
  /** Ascending; omits unknown values. */
  sorted: Float64Array;
  /** Question index of each value. */
  order: Uint32Array;
}

export function byValue(values: Float64Array): ValueIndex {
  const known = Uint32Array.from(
    Array.from(values.keys()).filter((index) => Number.isFinite(values[index])),
  );
  const order = known.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return { order, sorted: Float64Array.from(order, (index) => values[index] ?? 0) };
}

export function markBrushed(
  { sorted, order }: ValueIndex,
  [from, to]: readonly [number, number],
  count: number,
): Uint8Array {
  const inside = new Uint8Array(count);
  for (let at = bisectLeft(sorted, from); at < sorted.length; at += 1) {
    if ((sorted[at] ?? 0) > to) break;
    inside[order[at] ?? 0] = 1;
  }
  return inside;
}
