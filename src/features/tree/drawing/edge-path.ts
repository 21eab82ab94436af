import { path } from "d3";
import type { Edge, Orientation } from "./tree-layout.ts";

/** The status mark's distance along a cell; a new branch leaves there. */
export const statusOffset: Readonly<Record<Orientation, number>> = { across: 90, down: 82 };

const bend = 14;

/**
 * Straight along a lane; otherwise from the parent's status mark round one corner. In an outline
 * the corner comes last.
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

export function causePlace(edge: Edge): { x: number; y: number; anchor: "start" | "end" } {
  const { to } = edge;
  if (edge.indented || !edge.peels) return { x: to.x + 28, y: to.y - 12, anchor: "start" };
  // Long texts need all the room up to the bend.
  return { x: to.x - 16, y: to.y - 9, anchor: "end" };
}
