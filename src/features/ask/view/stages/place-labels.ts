/**
 * Places the labels of a small picture beside their points, clear of lines, points and each other.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Line {
  from: Point;
  to: Point;
}

/** The position is the upper left corner, in pixels. */
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Obstacles {
  points: readonly Point[];
  lines: readonly Line[];
  frame: Box;
}

/** From a point to its label, in pixels: the radius of its ring plus a little. */
const gap = 8;
/** Keeps lines off the letters. */
const margin = 1.5;
const pointRadius = 5;
const samplesALine = 40;

export function placeLabels(
  labels: readonly { at: Point; width: number; height: number }[],
  { points, lines, frame }: Obstacles,
): Box[] {
  const placed: Box[] = [];
  for (const { at, width, height } of labels) {
    const clashes = (box: Box) => {
      const outside = isWithin(box, frame) ? 0 : 1000;
      const onLabels = placed.filter((other) => overlap(box, other)).length * 100;
      const onPoints = points.filter((point) => isNear(box, point, pointRadius)).length * 10;
      return outside + onLabels + onPoints + lines.reduce((sum, line) => sum + share(box, line), 0);
    };
    const [first, ...others] = candidates(at, { width, height }, frame);
    let best = first;
    let least = clashes(first);
    for (const box of others) {
      const own = clashes(box);
      if (own >= least) continue;
      best = box;
      least = own;
    }
    placed.push(best);
  }
  return placed;
}

/**
 * Candidates inside the frame's height, nearest first: right, above, below, left, the corners;
 * then the same farther away.
 */
function candidates(at: Point, size: Omit<Box, "x" | "y">, frame: Box): [Box, ...Box[]] {
  const { width, height } = size;
  const lowest = frame.y + frame.height - height;
  const box = (x: number, y: number): Box => {
    return { x: at.x + x, y: Math.min(lowest, Math.max(frame.y, at.y + y)), ...size };
  };
  const rest = [gap, 2 * gap, 3 * gap, 4 * gap].flatMap((far) => [
    box(far, -height / 2),
    box(far / 2, -far - height),
    box(far / 2, far),
    box(-width / 2, -far - height),
    box(-width / 2, far),
    box(-far - width, -height / 2),
    box(-far / 2 - width, -far - height),
    box(-far / 2 - width, far),
  ]);
  return [box(gap, -height / 2), ...rest];
}

function isWithin(box: Box, frame: Box): boolean {
  return (
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function isNear({ x, y, width, height }: Box, point: Point, reach: number): boolean {
  return (
    point.x > x - reach &&
    point.x < x + width + reach &&
    point.y > y - reach &&
    point.y < y + height + reach
  );
}

/** How much of a line is under the box, from 0 to 10. */
function share(box: Box, { from, to }: Line): number {
  let under = 0;
  for (let step = 0; step <= samplesALine; step += 1) {
    const along = step / samplesALine;
    const point = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
    if (isNear(box, point, margin)) under += 1;
  }
  return (10 * under) / (samplesALine + 1);
}
