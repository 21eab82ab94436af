/** Coordinates are in PDF units, y upwards. */
export interface LineItem {
  str: string;
  /** The last two entries are the position. */
  transform: readonly number[];
  height: number;
  hasEOL: boolean;
}

interface Line {
  text: string;
  y: number;
  height: number;
}

/** In line heights; a larger gap begins a paragraph. */
const paragraphGap = 1.8;

export function paragraphsOf(items: readonly LineItem[]): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let above: Line | null = null;
  for (const line of linesOf(items)) {
    if (above !== null && startsAnew(above, line)) {
      paragraphs.push(lines.join(""));
      lines = [];
    }
    add(lines, line.text);
    above = line;
  }
  return [...paragraphs, lines.join("")].filter((one) => one !== "");
}

function linesOf(items: readonly LineItem[]): Line[] {
  const lines: Line[] = [];
  let text = "";
  let at: LineItem | null = null;
  const end = () => {
    if (at !== null && text.trim() !== "") {
      lines.push({ text: text.trim(), y: at.transform[5] ?? 0, height: at.height });
    }
    text = "";
    at = null;
  };
  for (const item of items) {
    text += item.str;
    if (item.str.trim() !== "") at ??= item;
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function startsAnew(above: Line, line: Line): boolean {
  const height = Math.max(above.height, line.height);
  const gap = above.y - line.y;
  // A line further up starts a new column; another size is a heading or note.
  const otherSize = Math.abs(above.height - line.height) > height * 0.2;
  return height > 0 && (gap < -height || gap > height * paragraphGap || otherSize);
}

/** Rejoins a word hyphenated at the line's end. */
function add(lines: string[], line: string): void {
  const last = lines.at(-1);
  if (last !== undefined) {
    const isParted = /\p{Ll}-$/u.test(last.slice(-3)) && /^\p{Ll}/u.test(line);
    lines[lines.length - 1] = isParted ? last.slice(0, -1) : `${last} `;
  }
  lines.push(line);
}
