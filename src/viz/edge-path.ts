/** The lines between marks, as SVG paths. */
import { path } from "d3";
import type { Edge, Orientation } from "./tree-layout.ts";

/** Where along a cell its status mark stands; a new branch peels off there. */
export const statusOffset: Readonly<Record<Orientation, number>> = { across: 70, down: 82 };

const bend = 14;

/**
 * Straight along a lane; otherwise off the parent's status mark, round one corner, along
 * the new lane. In an outline the corner comes last: down beside the earlier ones, then in.
 */
export function edgePath(edge: Edge, orientation: Orientation): string {
  const line = path();
  const { from, to } = edge;
  if (!edge.peels) {
    line.moveTo(from.x, from.y);
    line.lineTo(to.x, to.y);
    return line.toString();
  }
  if (edge.indented) {
    line.moveTo(from.x, from.y);
    line.arcTo(from.x, to.y, to.x, to.y, bend);
    line.lineTo(to.x, to.y);
    return line.toString();
  }
  const offset = from.step === 0 ? 0 : statusOffset[orientation];
  if (orientation === "across") {
    const x = from.x + offset;
    line.moveTo(x, from.y);
    line.arcTo(x, to.y, to.x, to.y, bend);
  } else {
    const y = from.y + offset;
    line.moveTo(from.x, y);
    line.arcTo(to.x, y, to.x, to.y, bend);
  }
  line.lineTo(to.x, to.y);
  return line.toString();
}

/** Where the words that say why a branch began are written: on the new lane, under the parent. */
export function causePlace(edge: Edge, orientation: Orientation): { x: number; y: number } {
  const offset = statusOffset[orientation];
  return orientation === "across"
    ? { x: edge.from.x + offset + bend + 6, y: edge.to.y - 9 }
    : { x: edge.from.x + 28, y: edge.from.y + offset - 8 };
}
