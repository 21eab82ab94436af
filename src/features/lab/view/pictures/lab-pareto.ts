/** Layout of accuracy against cost: the configurations, the front, and the budget line. */
import { curveStepAfter, line } from "d3";
import { type Axis, niceAxis, type PlotBox, type Span, uprightWhisker } from "./lab-box.ts";
import { type Label, type Line, type Size, withLabels } from "./lab-labels.ts";

/** Axis width in pixels below which five-digit figures would touch. */
const narrowAxis = 320;

export interface ParetoMark {
  id: string;
  /** Null if unknown; it is then drawn apart, and not on the front. */
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
  label: Label;
}

export interface ParetoLayout {
  x: Axis;
  y: Axis;
  places: readonly ParetoPlace[];
  /** The best accuracy for each budget, as stairs. */
  front: string;
  /** Left edge of the column for unknown costs; null if all are known. */
  unknownFrom: number | null;
}

const unknownRoom = 64;

export type BarePlace = Omit<ParetoPlace, "label">;

/** `lines`: pairs of ids to connect, which names should not cover. */
export function paretoLayout(
  marks: readonly ParetoMark[],
  box: PlotBox,
  label: Size,
  lines: readonly { from: string; to: string }[] = [],
): ParetoLayout {
  const { places: bare, ...axes } = barePlaces(marks, box);
  const at = new Map(bare.map((one) => [one.id, one]));
  const drawn = lines.flatMap((one): Line[] => {
    const [from, to] = [at.get(one.from), at.get(one.to)];
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
  return { ...axes, places: withLabels(bare, box, label, drawn) };
}

export interface BareLayout extends Omit<ParetoLayout, "places"> {
  places: readonly BarePlace[];
}

/** Without names, whose places take time for hundreds of marks. */
export function barePlaces(marks: readonly ParetoMark[], box: PlotBox): BareLayout {
  const anyUnknown = marks.some(({ cost }) => cost === null);
  const end = box.width - box.right - (anyUnknown ? unknownRoom : 0);
  const x = niceAxis(
    marks.map(({ cost }) => cost ?? 0),
    [box.left, end],
    { from: 0, every: end - box.left < narrowAxis ? 2 : 1 },
  );
  const lows = marks.map(({ quality }) => quality.low);
  const highs = marks.map(({ quality }) => quality.high);
  // Scores of other people's pipelines may be negative.
  const lowest = Math.min(0, ...marks.map(({ quality }) => quality.mean));
  const y = niceAxis([...lows, ...highs], [box.height - box.bottom, box.top], {
    from: Math.max(lowest, Math.min(...lows, 1)),
    least: 0.1,
  });
  const unknownX = end + unknownRoom / 2;
  const places = marks.map(({ id, cost, quality, onFront }) => {
    const at = { x: cost === null ? unknownX : x(cost), y: y(quality.mean) };
    const whisker = uprightWhisker(at.x, y(quality.low), y(quality.high));
    return { id, ...at, whisker, onFront, known: cost !== null };
  });
  return { x, y, places, front: frontPath(places, end), unknownFrom: anyUnknown ? end : null };
}

/**
 * From the first point of the front to the right edge: beyond the last, more money buys nothing.
 */
function frontPath(places: readonly BarePlace[], end: number): string {
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
