/** Accuracy against cost: where each configuration stands, the front, and the budget's line. */
import { curveStepAfter, line } from "d3";
import { type Axis, niceAxis, type PlotBox, type Span, uprightWhisker } from "./lab-box.ts";

/** Pixels of the cost axis below which figures of five digits would touch. */
const narrowAxis = 320;

export interface ParetoMark {
  id: string;
  /** Null: not known; it then stands aside, and on no front. */
  cost: number | null;
  quality: Span;
  onFront: boolean;
}

export interface ParetoPlace {
  id: string;
  x: number;
  y: number;
  whisker: string;
  onFront: boolean;
  known: boolean;
  /** Where its name stands: kept clear of the other names and marks. */
  label: { x: number; y: number; anchor: "start" | "end" };
}

export interface ParetoLayout {
  x: Axis;
  y: Axis;
  places: readonly ParetoPlace[];
  /** The best that each budget buys, as stairs. */
  front: string;
  /** Left edge of the column for unknown costs; null where all are known. */
  unknownFrom: number | null;
}

/** Room of the column for those whose cost is not known. */
const unknownRoom = 64;
const labelGap = 12;

export function paretoLayout(
  marks: readonly ParetoMark[],
  box: PlotBox,
  label: { width: number; height: number },
): ParetoLayout {
  const anyUnknown = marks.some(({ cost }) => cost === null);
  const end = box.width - box.right - (anyUnknown ? unknownRoom : 0);
  const x = niceAxis(
    marks.map(({ cost }) => cost ?? 0),
    [box.left, end],
    { from: 0, every: end - box.left < narrowAxis ? 2 : 1 },
  );
  const lows = marks.map(({ quality }) => quality.low);
  const highs = marks.map(({ quality }) => quality.high);
  const y = niceAxis([...lows, ...highs], [box.height - box.bottom, box.top], {
    from: Math.max(0, Math.min(...lows, 1)),
    least: 0.1,
  });
  const unknownX = end + unknownRoom / 2;
  const bare = marks.map(({ id, cost, quality, onFront }) => {
    const at = { x: cost === null ? unknownX : x(cost), y: y(quality.mean) };
    const whisker = uprightWhisker(at.x, y(quality.low), y(quality.high));
    return { id, ...at, whisker, onFront, known: cost !== null };
  });
  return {
    x,
    y,
    places: withLabels(bare, box, label),
    front: frontPath(bare, end),
    unknownFrom: anyUnknown ? end : null,
  };
}

/** From the first of the front to the right edge: more money than the last buys nothing. */
function frontPath(places: readonly Omit<ParetoPlace, "label">[], end: number): string {
  const front = places
    .filter(({ onFront, known }) => onFront && known)
    .sort((a, b) => a.x - b.x || b.y - a.y);
  const last = front.at(-1);
  if (last === undefined) return "";
  const stairs = line<{ x: number; y: number }>()
    .x((place) => place.x)
    .y((place) => place.y)
    .curve(curveStepAfter);
  return stairs([...front, { x: end, y: last.y }]) ?? "";
}

type Labelled = Omit<ParetoPlace, "label">;
type Rect = { left: number; right: number; top: number; bottom: number };

/** Beside the mark where there is room, else the nearest height that touches nothing. */
function withLabels(
  places: readonly Labelled[],
  box: PlotBox,
  size: { width: number; height: number },
): ParetoPlace[] {
  const taken: Rect[] = places.map(({ x, y }) => ({
    left: x - 7,
    right: x + 7,
    top: y - 7,
    bottom: y + 7,
  }));
  return places.map((place) => {
    const label = placeLabel(place, box, size, taken);
    taken.push(rectOf(label, size));
    return { ...place, label };
  });
}

const sides = ["start", "end"] as const;
/** Heights that are tried, in label heights from the mark's own. */
const tries = [0, -1, 1, -2, 2, -3, 3, -4, 4];

function placeLabel(
  place: Labelled,
  box: PlotBox,
  size: { width: number; height: number },
  taken: readonly Rect[],
): ParetoPlace["label"] {
  for (const step of tries) {
    for (const anchor of sides) {
      const x = place.x + (anchor === "start" ? labelGap : -labelGap);
      const label = { x, y: place.y + step * size.height, anchor };
      const rect = rectOf(label, size);
      const inside =
        rect.left >= box.left &&
        rect.right <= box.width &&
        rect.top >= 0 &&
        rect.bottom <= box.height - box.bottom;
      if (inside && !taken.some((other) => overlaps(other, rect))) return label;
    }
  }
  const right = place.x + labelGap + size.width <= box.width;
  return right
    ? { x: place.x + labelGap, y: place.y, anchor: "start" }
    : { x: place.x - labelGap, y: place.y, anchor: "end" };
}

function rectOf(
  { x, y, anchor }: ParetoPlace["label"],
  { width, height }: { width: number; height: number },
): Rect {
  const labelLeft = anchor === "start" ? x : x - width;
  return { left: labelLeft, right: labelLeft + width, top: y - height / 2, bottom: y + height / 2 };
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
