/** The lines between marks, as SVG paths. */
import { path } from "d3";
import type { Edge, Orientation } from "./tree-layout.ts";

/** Where along a cell its status mark stands; a new branch peels off there. */
export const statusOffset: Readonly<Record<Orientation, number>> = { across: 90, down: 82 };

const bend = 14;

/**
 * Straight along a lane; otherwise off the parent's status mark, round one corner, along
 * the new lane. In an outline the corner comes last: down beside the earlier ones, then in.
 */
export function edgePath(edge: Edge): string {
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
  const x = from.x + (from.step === 0 ? 0 : statusOffset.across);
  line.moveTo(x, from.y);
  line.arcTo(x, to.y, to.x, to.y, bend);
  line.lineTo(to.x, to.y);
  return line.toString();
}

/** Where the words that say why a branch began are written: on its lane, or over its first step. */
export function causePlace(edge: Edge): { x: number; y: number; anchor: "start" | "end" } {
  const { to } = edge;
  // Down a page they begin where the step's words do, below the marks of what stands before it.
  if (edge.indented || !edge.peels) return { x: to.x + 28, y: to.y - 12, anchor: "start" };
  // Up to the step's mark: the longest of them leave no room between it and the bend.
  return { x: to.x - 16, y: to.y - 9, anchor: "end" };
}
