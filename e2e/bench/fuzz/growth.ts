/** How the time of a function over text grows with the text: what is not linear blocks the page one day. */

/** What texts are made of to find where a parser begins anew at each character. */
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

/** A text of about so many UTF-16 units. */
export type TextMaker = (length: number) => string;

/** `repeat` gives ropes, which the first reading flattens; that is not what is measured. */
function flat(text: string): string {
  return text.split("").join("");
}

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** A unit alone, and with something else at either end: what fails at the end is tried from each place. */
export function alone(unit: string): [string, TextMaker][] {
  const name = JSON.stringify(unit);
  return [
    [`${name}…`, (length) => flat(filled(unit, length))],
    [`${name}… and x`, (length) => flat(`${filled(unit, length)}x`)],
    [`x, ${name}… and ]`, (length) => flat(`x${filled(unit, length)}]`)],
  ];
}

/** Two units, in turn and one half each. */
export function pair(one: string, other: string): [string, TextMaker][] {
  const name = `${JSON.stringify(one)} ${JSON.stringify(other)}`;
  return [
    [`${name} in turn`, (length) => flat(filled(one + other, length))],
    [`${name} in halves`, (length) => flat(filled(one, length / 2) + filled(other, length / 2))],
  ];
}

/** Quicker is linear enough: the page does not feel it. */
const floorMs = 20;
const attempts = 30;

export interface Growth {
  /** Of the longer text. */
  ms: number;
  ratio: number;
}

interface Sizes {
  small: number;
  large: number;
}

/** Linear is 4, quadratic 16; in between, so that a busy machine is not taken for either. */
export const mostGrowth = 8;

/**
 * Null where the time grows no more than `mostGrowth` times from the small size to the large, which
 * is four times longer; else how much it grows. Least times of several tries, as others share the machine.
 */
export function growthOf(
  work: (text: string) => unknown,
  make: TextMaker,
  { small, large }: Sizes = { small: 2000, large: 8000 },
): Growth | null {
  // What is cubic is found on the way, before it takes a minute.
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

/** Milliseconds of the processor, not of the clock: others share the machine. */
function timed(work: (text: string) => unknown, text: string): number {
  const from = process.cpuUsage();
  try {
    work(text);
  } catch {
    // A refusal is an answer, too; here only its time counts.
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
