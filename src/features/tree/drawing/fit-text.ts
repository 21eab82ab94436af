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
  while (characters.length > 0 && measure(ellipsis + characters.join("")) > width) {
    characters.shift();
  }
  return ellipsis + characters.join("").trimStart();
}

function cut(text: string, width: number, measure: MeasureText): string {
  // More than 200 characters never fit a cell.
  const characters = [...text.slice(0, 200)];
  while (characters.length > 0 && measure(characters.join("") + ellipsis) > width) {
    characters.pop();
  }
  return characters.join("").trimEnd() + ellipsis;
}

/** The first letter with a direction decides. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? "";
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u.test(first);
}
