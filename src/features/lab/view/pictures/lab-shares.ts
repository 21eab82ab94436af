/** Rows that are whole, cut into parts: lying bars under their names. */
import { type Axis, niceAxis } from "./lab-box.ts";

interface SharePart {
  x: number;
  width: number;
}

export interface SharesPlace {
  id: string;
  /** Of the name's baseline, and of the bar's upper edge. */
  name: number;
  top: number;
  parts: readonly SharePart[];
}

export interface SharesLayout {
  height: number;
  /** Baseline of the line above the bars. */
  headline: number;
  x: Axis;
  /** Lower end of the last bar. */
  base: number;
  rows: readonly SharesPlace[];
}

export const shareBarHeight = 22;
const top = 26;
const nameHeight = 20;
const rowGap = 12;
const bottom = 40;

/** `parts` of each row are shares that sum to 1, in the order in which they stand. */
export function sharesLayout(
  rows: readonly { id: string; parts: readonly number[] }[],
  { width, left, right }: { width: number; left: number; right: number },
): SharesLayout {
  const x = niceAxis([0, 1], [left, width - right], { from: 0, ticks: 4 });
  const rowHeight = nameHeight + shareBarHeight + rowGap;
  const base = top + rows.length * rowHeight - rowGap + 4;
  return {
    height: base + bottom,
    headline: 14,
    x,
    base,
    rows: rows.map(({ id, parts }, index) => {
      const barTop = top + index * rowHeight + nameHeight;
      return { id, name: barTop - 6, top: barTop, parts: stacked(parts, x) };
    }),
  };
}

function stacked(parts: readonly number[], x: Axis): SharePart[] {
  let sum = 0;
  return parts.map((part) => {
    const from = x(sum);
    sum += part;
    return { x: from, width: x(sum) - from };
  });
}

/** Pixels of a letter of the pictures' type, around. */
const letter = 6.8;

/** The first of the texts that fits into so many pixels; none where none does. */
export function fittingText(width: number, texts: readonly string[]): string {
  return texts.find((text) => (text.length + 1) * letter <= width) ?? "";
}
