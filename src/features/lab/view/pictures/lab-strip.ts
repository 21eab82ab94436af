/**
 * Every question as a dot over one scale: right ones pile up above the line, wrong ones
 * below it. All dots of a kind are one path, so that ten thousand cost as much as ten.
 */
import { bisectLeft } from "d3";
import { type Axis, niceAxis, type PlotBox } from "./lab-box.ts";

export interface StripDots {
  /** One value a question; NaN where it is not known: then it has no dot. */
  values: Float64Array;
  /** 1 right, 0 wrong. */
  right: Uint8Array;
}

export interface StripLayout {
  x: Axis;
  /** The line between right and wrong. */
  middle: number;
  /** Zero-length strokes: a round line cap makes each a dot. */
  rightPath: string;
  wrongPath: string;
  /** Pixels across of one dot. */
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
  // The largest dots whose tallest pile still fits; else smaller piles overlap their dots.
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
  /** Column's middle in pixels, and how many dots stand there. */
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

/** Questions in the order of their values, so that a brush finds its own without looking at all. */
export interface ValueIndex {
  /** Ascending; unknown ones are left out. */
  sorted: Float64Array;
  /** Index of the question of each. */
  order: Uint32Array;
}

export function byValue(values: Float64Array): ValueIndex {
  const known = Uint32Array.from(
    Array.from(values.keys()).filter((index) => Number.isFinite(values[index])),
  );
  const order = known.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return { order, sorted: Float64Array.from(order, (index) => values[index] ?? 0) };
}

/** Marks the questions between two values, both ends in. */
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
