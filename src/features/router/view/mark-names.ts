/** Labels overlap neither each other nor the marks. */

export interface NamedMark {
  /** All lengths are in pixels. */
  x: number;
  y: number;
  reach: number;
  name: string;
}

export interface NamePlace {
  dx: number;
  dy: number;
  anchor: "start" | "end";
}

interface Area {
  left: number;
  right: number;
}

const letter = 6.4;
const lineHeight = 14;
const gap = 4;
/** Lines below (+) or above (−), nearest first. */
const tries = [1, -1, 2, -2, 3, -3];

interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** In the order of the marks; the first candidate if none is free. */
export function namePlaces(marks: readonly NamedMark[], area: Area): NamePlace[] {
  const taken = marks.map(
    ({ x, y, reach }): Rect => ({
      left: x - reach,
      right: x + reach,
      top: y - reach,
      bottom: y + reach,
    }),
  );
  return marks.map((mark) => {
    const places = placesBeside(mark, area);
    const isIn = (place: NamePlace) => {
      const { left, right } = rectOf(mark, place);
      return left >= area.left && right <= area.right;
    };
    const isFree = (place: NamePlace) =>
      taken.every((other) => !overlap(rectOf(mark, place), other));
    const within = places.filter(isIn);
    const chosen = within.find(isFree) ?? within[0] ?? places[0];
    if (chosen === undefined) throw new RangeError("no place was tried");
    taken.push(rectOf(mark, chosen));
    return chosen;
  });
}

function placesBeside({ x, reach, name }: NamedMark, area: Area): NamePlace[] {
  const width = name.length * letter;
  // It may fit on neither side.
  const pushedIn = Math.max(area.left, Math.min(x - width / 2, area.right - width));
  return tries.flatMap((lines) => {
    const dy = lines > 0 ? reach + lineHeight * lines - 1 : lineHeight * (lines + 1) - reach - gap;
    return [
      { dx: gap, dy, anchor: "start" as const },
      { dx: -gap, dy, anchor: "end" as const },
      { dx: pushedIn - x, dy, anchor: "start" as const },
    ];
  });
}

function rectOf({ x, y, name }: NamedMark, { dx, dy, anchor }: NamePlace): Rect {
  const width = name.length * letter;
  const left = anchor === "start" ? x + dx : x + dx - width;
  return { left, right: left + width, top: y + dy - lineHeight + gap, bottom: y + dy + 2 };
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
