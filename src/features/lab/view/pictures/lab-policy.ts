/** What asking would buy: curves of accuracy against cost, the fixed points with their names, and a key. */
import { area, least, line, max, min, range, ticks as roundTicks, scalePow } from "d3";
import { type Axis, niceAxis, type PlotBox, type Span, uprightWhisker } from "./lab-box.ts";
import {
  type Label,
  type Line,
  labelBeside,
  type Place,
  type Rect,
  rectOf,
  type Size,
} from "./lab-labels.ts";

/** Costs are of 1,000 questions. */
export interface CurveMark {
  cost: number;
  right: Span;
}

export interface NamedMark extends CurveMark {
  id: string;
  /** Of its name. */
  size: Size;
}

export interface PolicyMarks {
  /** Those that come first get the better places for their names. */
  named: readonly NamedMark[];
  learned: readonly CurveMark[];
  cascade: readonly CurveMark[];
  oracle: readonly CurveMark[];
}

export interface NamedPlace extends Place {
  id: string;
  whisker: string;
  label: Label;
  /** From the point to its name, where that does not stand beside it; else empty. */
  leader: string;
}

export interface PolicyLayout {
  x: Axis;
  y: Axis;
  unknownFrom: null;
  /** Costs stand by their square roots. */
  isRooted: boolean;
  named: readonly NamedPlace[];
  learned: { path: string; band: string; dots: readonly Place[] };
  cascade: { path: string; dots: readonly Place[] };
  oracle: string;
}

/** Below this share of all costs a curve would have no room on an even scale. */
const crampedShare = 0.25;
/** Pixels that a figure under the cost axis takes. */
const tickRoom = 52;
/** Half of a fixed point's side. */
const markReach = 9;

export function policyLayout(
  { named, learned, cascade, oracle }: PolicyMarks,
  box: PlotBox,
): PolicyLayout {
  const all = [...named, ...learned, ...cascade, ...oracle];
  const drawn = [...named, ...learned];
  const end = box.width - box.right;
  const highest = max(all, ({ cost }) => cost) ?? 0;
  const isRooted = (max(learned, ({ cost }) => cost) ?? 0) < crampedShare * highest;
  const x = costAxis(highest, [box.left, end], isRooted);
  const spans = [
    ...all.map(({ right }) => right.mean),
    ...drawn.flatMap(({ right }) => [right.low, right.high]),
  ];
  const y = niceAxis([min(spans) ?? 0, max(spans) ?? 1], [box.height - box.bottom, box.top], {
    from: Math.max(0, min(spans) ?? 0),
    least: 0.1,
  });
  const placeOf = ({ cost, right }: CurveMark): Place => ({ x: x(cost), y: y(right.mean) });
  const [learnedDots, cascadeDots, oracleDots] = [learned, cascade, oracle].map((marks) =>
    marks.map(placeOf),
  ) as [Place[], Place[], Place[]];
  const lines = [learnedDots, cascadeDots, oracleDots].flatMap(segmentsOf);
  const bare = named.map((mark) => {
    const at = placeOf(mark);
    const whisker = uprightWhisker(at.x, y(mark.right.low), y(mark.right.high));
    return { id: mark.id, ...at, whisker, size: mark.size };
  });
  const rects = bare.map(around);
  const whiskers = named.map(({ right }, at): Line => {
    const own = bare[at]?.x ?? 0;
    return [
      { x: own, y: y(right.low) },
      { x: own, y: y(right.high) },
    ];
  });
  return {
    x,
    y,
    unknownFrom: null,
    isRooted,
    named: bare.map(({ size, ...mark }) => {
      const beside = labelBeside(mark, box, size, { rects, lines: [...lines, ...whiskers] });
      const isCovered = rects.some((other) => overlaps(other, rectOf(beside, size)));
      const label = isCovered ? (nearestFree(mark, box, size, rects) ?? beside) : beside;
      const rect = rectOf(label, size);
      rects.push(rect);
      return { ...mark, label, leader: leaderOf(mark, rect) };
    }),
    learned: { path: pathOf(learnedDots), band: bandOf(learned, x, y), dots: learnedDots },
    cascade: { path: pathOf(cascadeDots), dots: cascadeDots },
    oracle: pathOf(oracleDots),
  };
}

/** From 0; no two figures under it touch. */
function costAxis(highest: number, ends: readonly [number, number], isRooted: boolean): Axis {
  const end = highest > 0 ? highest : 1;
  const scale = scalePow([0, end], ends)
    .exponent(isRooted ? 0.5 : 1)
    .nice(5);
  const [low = 0, high = end] = scale.domain();
  const even = roundTicks(low, high, 5);
  const step = even[1] ?? high;
  const finer = isRooted ? [step / 25, step / 5] : [];
  let free = Number.POSITIVE_INFINITY;
  const ticks = [...even, ...finer]
    .sort((a, b) => b - a)
    .filter((value) => {
      const at = scale(value);
      if (at > free || (value > 0 && at < ends[0] + tickRoom)) return false;
      free = at - tickRoom;
      return true;
    })
    .reverse();
  const axis = (value: number) => scale(value);
  return Object.assign(axis, {
    invert: (pixel: number) => scale.invert(pixel),
    domain: [low, high] as const,
    ticks,
  });
}

function pathOf(dots: readonly Place[]): string {
  const path = line<Place>()
    .x((dot) => dot.x)
    .y((dot) => dot.y);
  return path(dots) ?? "";
}

function bandOf(marks: readonly CurveMark[], x: Axis, y: Axis): string {
  const band = area<CurveMark>()
    .x(({ cost }) => x(cost))
    .y0(({ right }) => y(right.low))
    .y1(({ right }) => y(right.high));
  // Held to the price, a later point may by chance cost less than the one before.
  return band(marks.toSorted((a, b) => a.cost - b.cost)) ?? "";
}

function segmentsOf(dots: readonly Place[]): Line[] {
  return dots.slice(1).flatMap((to, at): Line[] => {
    const from = dots[at];
    return from === undefined ? [] : [[from, to]];
  });
}

/** A name farther off than this might be another point's. */
const besideReach = 14;

function leaderOf({ x, y }: Place, { left, right, top, bottom }: Rect): string {
  const end = {
    x: Math.min(right, Math.max(left, x)),
    y: Math.min(bottom, Math.max(top, y)),
  };
  return Math.hypot(end.x - x, end.y - y) <= besideReach ? "" : `M${x},${y}L${end.x},${end.y}`;
}

/** Pixels from one place that is tried to the next. */
const tryEvery = 8;

/** Anywhere in the picture; null where it is full. */
function nearestFree(mark: Place, box: PlotBox, size: Size, rects: readonly Rect[]): Label | null {
  const places = range(box.left, box.width - size.width, tryEvery).flatMap((x) =>
    range(size.height, box.height - box.bottom - size.height, tryEvery).map(
      (y): Label => ({ x, y, anchor: "start" }),
    ),
  );
  const free = places.filter((label) => {
    const rect = rectOf(label, size);
    return !rects.some((other) => overlaps(other, rect));
  });
  const away = ({ x, y }: Label) => Math.hypot(x + size.width / 2 - mark.x, y - mark.y);
  return least(free, away) ?? null;
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function around({ x, y }: Place): Rect {
  return { left: x - markReach, right: x + markReach, top: y - markReach, bottom: y + markReach };
}

export interface KeyEntry {
  id: string;
  text: string;
}

/** Of a sample of what is named. */
export const keySample = 26;
const keyRow = 22;
const keyGap = 18;
/** Of a letter in a picture, on the average. */
export const letterWidth = 6.2;

/** Rows of names with their samples, broken where the picture ends. */
export function keyLayout<Entry extends KeyEntry>(
  entries: readonly Entry[],
  width: number,
): { entries: (Entry & Place)[]; height: number } {
  let [x, y] = [0, keyRow / 2];
  const placed = entries.map((entry) => {
    const room = keySample + 8 + entry.text.length * letterWidth;
    if (x > 0 && x + room > width) [x, y] = [0, y + keyRow];
    const at = { ...entry, x, y };
    x += room + keyGap;
    return at;
  });
  return { entries: placed, height: y + keyRow / 2 };
}
