/** Places the names of marks beside them, clear of other marks, names and lines. */
import { least } from "d3";
import type { PlotBox } from "./lab-box.ts";

export interface Place {
  x: number;
  y: number;
}

export interface Label extends Place {
  anchor: "start" | "end";
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Line = readonly [Place, Place];

/** What a name should not cover. */
export interface Obstacles {
  /** Never covered while there is another place. */
  rects: readonly Rect[];
  /** Avoided if possible. */
  lines: readonly Line[];
}

const gap = 12;
/** Half of a mark's side. */
const markReach = 7;
const sides = ["start", "end"] as const;
/** Covering a line costs as much as this many label heights of distance. */
const crossedHeights = 2;
/** Candidate offsets in label heights. */
const tries = [0, -1, 1, -2, 2, -3, 3, -4, 4];

/** Each beside its mark if there is room, else the nearest place that touches nothing. */
export function withLabels<Mark extends Place>(
  marks: readonly Mark[],
  box: PlotBox,
  size: Size,
  lines: readonly Line[] = [],
): (Mark & { label: Label })[] {
  const rects = marks.map((mark) => around(mark, { width: 2 * markReach, height: 2 * markReach }));
  return marks.map((mark) => {
    const label = labelBeside(mark, box, size, { rects, lines });
    rects.push(rectOf(label, size));
    return { ...mark, label };
  });
}

export function labelBeside(mark: Place, box: PlotBox, size: Size, around: Obstacles): Label {
  const free = candidates(mark, size).filter((label) => {
    const rect = rectOf(label, size);
    return isInside(rect, box) && !around.rects.some((other) => overlaps(other, rect));
  });
  const best = least(free, (label) => {
    const rect = rectOf(label, size);
    const crossed = around.lines.filter((one) => crosses(one, rect)).length;
    return crossed * crossedHeights + Math.abs(label.y - mark.y) / size.height;
  });
  if (best !== undefined) return best;
  const isRight = mark.x + gap + size.width <= box.width;
  return isRight
    ? { x: mark.x + gap, y: mark.y, anchor: "start" }
    : { x: mark.x - gap, y: mark.y, anchor: "end" };
}

function candidates({ x, y }: Place, { width, height }: Size): Label[] {
  return tries.flatMap((step) => {
    const at = y + step * height;
    const beside = sides.map((anchor) => ({
      x: x + (anchor === "start" ? gap : -gap),
      y: at,
      anchor,
    }));
    return step === 0 ? beside : [...beside, { x: x - width / 2, y: at, anchor: "start" as const }];
  });
}

export function rectOf({ x, y, anchor }: Label, { width, height }: Size): Rect {
  const left = anchor === "start" ? x : x - width;
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
}

function around({ x, y }: Place, size: Size): Rect {
  return rectOf({ x: x - size.width / 2, y, anchor: "start" }, size);
}

function isInside(rect: Rect, box: PlotBox): boolean {
  return (
    rect.left >= box.left &&
    rect.right <= box.width &&
    rect.top >= 0 &&
    rect.bottom <= box.height - box.bottom
  );
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether the line crosses the rectangle: clips it at each side in turn (Liang and Barsky). */
export function crosses([from, to]: Line, { left, right, top, bottom }: Rect): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  for (const [towards, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (towards === 0 && room < 0) return false;
    if (towards < 0) start = Math.max(start, room / towards);
    if (towards > 0) end = Math.min(end, room / towards);
  }
  return start < end;
}
