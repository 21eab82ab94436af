/** The number of lines is fixed, so that streaming never moves a neighbour. */

/** Width in pixels, in one font. */
export type MeasureText = (text: string) => number;

const ellipsis = "…";

export function fitLines(
  text: string,
  width: number,
  maxLines: number,
  measure: MeasureText,
): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line === "") {
      return [...lines, cut(word, width, measure)].slice(0, maxLines);
    }
    if (lines.length === maxLines - 1) return [...lines, cut(longer, width, measure)];
    lines.push(line);
    line = measure(word) <= width ? word : cut(word, width, measure);
  }
  return line === "" ? lines : [...lines, line];
}

/** Keeps the end of the text: the newest words matter most. */
export function fitTail(text: string, width: number, measure: MeasureText): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  if (measure(flat) <= width) return flat;
  const characters = [...flat.slice(-200)];
  const last = (count: number) => characters.slice(characters.length - count).join("");
  const count = mostThatFit(characters, (some) => measure(ellipsis + last(some)) <= width);
  return ellipsis + last(count).trimStart();
}

function cut(text: string, width: number, measure: MeasureText): string {
  // More than 200 characters never fit a cell.
  const characters = [...text.slice(0, 200)];
  const first = (count: number) => characters.slice(0, count).join("");
  const count = mostThatFit(characters, (some) => measure(first(some) + ellipsis) <= width);
  return first(count).trimEnd() + ellipsis;
}

/** Binary search: measuring letter by letter took a phone most of a frame. */
function mostThatFit(characters: readonly string[], fits: (count: number) => boolean): number {
  let [least, most] = [0, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The first letter with a direction decides. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? "";
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u.test(first);
}
