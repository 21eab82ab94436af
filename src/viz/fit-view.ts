/** Which zoom shows the whole tree, or, when it is too large to read, the part that is growing. */

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

/** While it grows, words stay readable; the finished tree may be smaller, to show its shape. */
export const smallestScale = { growing: 0.72, finished: 0.28 };

/** Cut off in any case, a finished tree is worth reading from its beginning rather than a speck. */
function scaleFor(whole: number, smallest: number, finished: boolean): number {
  if (whole >= smallest) return whole;
  return finished ? Math.max(smallest, smallestScale.growing) : smallest;
}

/**
 * The tree begins at the left (or top) edge, so that growing does not shift it. When
 * it is too large even at the smallest scale, `focus`, where it grows, is kept in sight.
 */
export function fitView(
  content: Box,
  viewport: { width: number; height: number },
  focus: { x: number; y: number } | null,
  smallest: number = focus === null ? smallestScale.finished : smallestScale.growing,
): View {
  if (viewport.width <= 0 || viewport.height <= 0) return { k: 1, x: 0, y: 0 };
  const whole = Math.min(1, viewport.width / content.width, viewport.height / content.height);
  const k = scaleFor(whole, smallest, focus === null);
  return {
    k,
    x: offset(content.x, content.width, viewport.width, k, focus?.x ?? null),
    y: offset(content.y, content.height, viewport.height, k, focus?.y ?? null),
  };
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
