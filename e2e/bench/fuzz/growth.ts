/** Measures how time grows with the text: anything superlinear can block the page. */

/** Repeated, these may make a parser restart at each character. */
export const adversarialUnits: readonly string[] = [
  " ",
  "\t",
  "\n",
  "\r\n",
  "\u00a0",
  "\u200b",
  "a",
  "A",
  "word ",
  "Name ",
  "and ",
  " or ",
  "the ",
  "1",
  "1,",
  "1.",
  "2-",
  ",",
  ", ",
  ";",
  ":",
  ".",
  "?",
  "!",
  "-",
  "*",
  "#",
  ">",
  "(",
  ")",
  "[",
  "[1]",
  "[Q",
  "A1:",
  "Query: ",
  "Answer: ",
  "{",
  '{"a":',
  "}",
  '"',
  "'",
  "“",
  "\\",
  "/",
  "|",
  "=",
  "<",
  "<b>",
  "<!--",
  "<ref ",
  "<nowiki>",
  "</ref>",
  "[[",
  "{{",
  "{|",
  "&amp;",
  "&",
  "http://a",
  "%",
  "$",
  "é",
  "e\u0301",
  "\u0301",
  "中",
  "。",
  "ا",
  "ก",
  "😀",
  "\ud800",
  "\0",
];

export type TextMaker = (length: number) => string;

/** `repeat` gives ropes, which the first read would flatten. */
function flat(text: string): string {
  return text.split("").join("");
}

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Repeats it between other characters, too: a failure at the end is retried from each position. */
export function alone(unit: string): [string, TextMaker][] {
  const name = JSON.stringify(unit);
  return [
    [`${name}…`, (length) => flat(filled(unit, length))],
    [`${name}… and x`, (length) => flat(`${filled(unit, length)}x`)],
    [`x, ${name}… and ]`, (length) => flat(`x${filled(unit, length)}]`)],
  ];
}

export function pair(one: string, other: string): [string, TextMaker][] {
  const name = `${JSON.stringify(one)} ${JSON.stringify(other)}`;
  return [
    [`${name} in turn`, (length) => flat(filled(one + other, length))],
    [`${name} in halves`, (length) => flat(filled(one, length / 2) + filled(other, length / 2))],
  ];
}

/** Anything faster counts as linear. */
const floorMs = 20;
const attempts = 30;

export interface Growth {
  ms: number;
  ratio: number;
}

interface Sizes {
  small: number;
  large: number;
}

/** Linear is 4, quadratic 16; this tolerates a busy machine. */
export const mostGrowth = 8;

/**
 * Compares the small size with one four times longer, by the minimum of several tries; null within
 * `mostGrowth`.
 */
export function growthOf(
  work: (text: string) => unknown,
  make: TextMaker,
  { small, large }: Sizes = { small: 2000, large: 8000 },
): Growth | null {
  // Detects cubic growth before it takes a minute.
  const [tiny, little] = [make(small / 4), make(small)];
  if (timed(work, little) > 10 * floorMs) {
    const early = leastGrowth(work, tiny, little);
    if (early !== null) return early;
  }
  const long = make(large);
  return timed(work, long) < floorMs ? null : leastGrowth(work, little, long);
}

function leastGrowth(work: (text: string) => unknown, short: string, long: string): Growth | null {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    least = Math.min(least, timed(work, short));
    most = Math.min(most, timed(work, long));
    if (most < floorMs || (attempt > 0 && most <= mostGrowth * least)) return null;
  }
  return { ms: most, ratio: most / least };
}

/** In CPU milliseconds, because the machine is shared. */
function timed(work: (text: string) => unknown, text: string): number {
  const from = process.cpuUsage();
  try {
    work(text);
  } catch {
    // An error is valid; only its time counts.
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
