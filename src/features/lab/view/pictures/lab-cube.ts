/**
 * Cube layout: eight combinations by cost and accuracy, with single-stage flips as edges. Also
 * finds the corner nearest to a pointer, and the one in an arrow key's direction.
 */
import { least } from "d3";
import type { Corner, Flip } from "../../../../evaluation/types.ts";
import type { PlotBox } from "./lab-box.ts";
import {
  type Label,
  type Line,
  labelBeside,
  type Place as Point,
  rectOf,
  type Size,
} from "./lab-labels.ts";
import { type ParetoLayout, type ParetoPlace, paretoLayout } from "./lab-pareto.ts";

export interface CubeEdge {
  flip: Flip;
  line: Line;
}

export interface CubeLayout extends Pick<ParetoLayout, "x" | "y" | "unknownFrom"> {
  corners: readonly ParetoPlace[];
  edges: readonly CubeEdge[];
}

/** Pixels from a corner to the outside of its ring. */
const ringReach = 12;

/** Scaled to the means only, because intervals appear on hover. */
export function cubeLayout(
  { corners, flips }: { corners: readonly Corner[]; flips: readonly Flip[] },
  box: PlotBox,
  label: Size,
): CubeLayout {
  const marks = corners.map(({ id, cost, quality: { mean } }) => {
    return { id, cost, quality: { mean, low: mean, high: mean }, onFront: false };
  });
  const { x, y, places, unknownFrom } = paretoLayout(marks, box, label, flips);
  const at = new Map(places.map((place) => [place.id, place]));
  const edges = flips.flatMap((flip) => {
    const [from, to] = [at.get(flip.from), at.get(flip.to)];
    if (from === undefined || to === undefined) return [];
    return [{ flip, line: [from, to] as const }];
  });
  return { x, y, unknownFrom, corners: places, edges };
}

export function walkPlace(
  { corners, edges }: Pick<CubeLayout, "corners" | "edges">,
  corner: Point,
  box: PlotBox,
  size: Size,
  label: Size,
): Label {
  const rects = corners.flatMap(({ x, y, label: own }) => [
    rectOf(
      { x: x - ringReach, y, anchor: "start" },
      { width: 2 * ringReach, height: 2 * ringReach },
    ),
    rectOf(own, label),
  ]);
  return labelBeside(corner, box, size, { rects, lines: edges.map(({ line }) => line) });
}

type Place = Pick<ParetoPlace, "id" | "x" | "y">;

export function nearestCorner(
  corners: readonly Place[],
  [x, y]: readonly [number, number],
  reach: number,
): string | null {
  const far = (place: Place) => Math.hypot(place.x - x, place.y - y);
  const near = least(corners, far);
  return near === undefined || far(near) > reach ? null : near.id;
}

export type Way = "up" | "down" | "left" | "right";
const ways: Record<Way, readonly [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The neighbour along an edge closest to that direction; null if there is none. */
export function neighbour(layout: CubeLayout, from: string, way: Way): string | null {
  const here = layout.corners.find(({ id }) => id === from);
  if (here === undefined) return null;
  const [dx, dy] = ways[way];
  const along = (place: Place) => {
    const [x, y] = [place.x - here.x, place.y - here.y];
    const length = Math.hypot(x, y);
    return length === 0 ? 0 : (x * dx + y * dy) / length;
  };
  const near = layout.edges.flatMap(({ flip }) => {
    const other = flip.from === from ? flip.to : flip.to === from ? flip.from : null;
    return layout.corners.filter(({ id }) => id === other);
  });
  const best = least(near, (place) => -along(place));
  return best === undefined || along(best) <= 0.01 ? null : best.id;
}

/**
 * The flip between two neighbours, and whether it goes to the large model; null if there is none.
 */
export function flipBetween(
  flips: readonly Flip[],
  from: string,
  to: string,
): { flip: Flip; toLarge: boolean } | null {
  for (const flip of flips) {
    if (flip.from === from && flip.to === to) return { flip, toLarge: true };
    if (flip.from === to && flip.to === from) return { flip, toLarge: false };
  }
  return null;
}
