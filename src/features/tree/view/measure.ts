/** Falls back to an estimate without a canvas. */

import type { MeasureText } from "../drawing/fit-text.ts";
import type { ItemText } from "../drawing/tree-item.ts";

const meanLetter = 0.55;

export function createItemText(): ItemText {
  return {
    query: measure("400 13px 'Instrument Sans Variable', sans-serif", 13),
    answer: measure("600 15px 'Newsreader Variable', serif", 15),
    quote: measure("400 13px 'Newsreader Variable', serif", 12),
    stream: measure("400 13px 'IBM Plex Mono', monospace", 14.3),
  };
}

function measure(font: string, size: number): MeasureText {
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas === null) return (text) => text.length * size * meanLetter;
  return (text) => {
    canvas.font = font;
    return canvas.measureText(text).width;
  };
}
