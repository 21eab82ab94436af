/** Shows the whole tree or, if that is too small to read, its growing part. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface View {
  k: number;
  x: number;
  y: number;
}

export type Fitting = "readable" | "whole";

/** `readable`: text of 13 px stays 11 px high. */
export const smallestScale: Readonly<Record<Fitting, number>> = {
  readable: 0.85,
  whole: 0.06,
};

/**
 * The tree starts at the left (or top) edge, so that growing does not shift it; `focus` stays in
 * view.
 */
export function fitView(
  content: Box,
  viewport: { width: number; height: number },
  focus: { x: number; y: number } | null,
  fitting: Fitting,
  /** `largest` limits the enlargement of a small tree. */
  { largest = 1, centred = false } = {},
): View {
  if (viewport.width <= 0 || viewport.height <= 0) return { k: 1, x: 0, y: 0 };
  const whole = Math.min(largest, viewport.width / content.width, viewport.height / content.height);
  const k = Math.max(whole, smallestScale[fitting]);
  const spare = centred ? Math.max(0, viewport.height - content.height * k) : 0;
  return {
    k,
    x: offset(content.x, content.width, viewport.width, k, focus?.x ?? null),
    y: offset(content.y, content.height, viewport.height, k, focus?.y ?? null) + spare / 2,
  };
}

export function isCut(
  content: Box,
  viewport: { width: number; height: number },
  { k }: View,
): boolean {
  return content.width * k > viewport.width + 1 || content.height * k > viewport.height + 1;
}

function offset(
  start: number,
  length: number,
  room: number,
  k: number,
  focus: number | null,
): number {
  const atStart = -start * k;
  if (length * k <= room || focus === null) return atStart;
  const centred = room / 2 - focus * k;
  const atEnd = room - (start + length) * k;
  return Math.min(atStart, Math.max(atEnd, centred));
}
