/** Reads "1.568 million bbl/day", "-155 m", "6 August 1962", "44 BC". */

export interface Quantity {
  /** A bare year is an amount; null for a day or month. */
  amount: number | null;
  /** In lower case; "" if missing. */
  unit: string;
  /** `yyyymmdd`, 0 for a missing part. */
  day: number | null;
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const month = `(${months.join("|")})`;
const year = String.raw`(\d{1,4})(\s*b\.?c\.?(?:e\.?)?)?`;
const dayFirst = new RegExp(String.raw`\b(\d{1,2})\s+${month}(?:\s*,)?\s+${year}`, "iu");
const monthFirst = new RegExp(
  String.raw`\b${month}\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s*,)?\s+${year}`,
  "iu",
);
const monthOnly = new RegExp(String.raw`\b${month}(?:\s*,)?\s+${year}`, "iu");
const yearOnly = /^\D*\b(1\d{3}|20\d{2})\b\D*$/u;
const yearBefore = /\b(\d{1,4})\s*b\.?c\.?(?:e\.?)?(?![\p{L}\p{N}])/iu;

const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const measured = new RegExp(
  String.raw`([-−–]\s?)?([$€£¥])?\s?([-−–]\s?)?(${number})\s*(thousand|million|billion|trillion)?\s*([\p{L}%°$€£][\p{L}\p{N}%°²³/. ]*)?`,
  "iu",
);
/** Ignores the digit in "km2". */
const numbers = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${number})`, "gu");

/** Null for no number, or for several that are not one date. */
export function parseQuantity(text: string): Quantity | null {
  // "(2014 est.)" is no figure itself.
  const bare = text.replace(/\([^()]*\)/gu, " ").trim();
  return parseDate(bare) ?? parseMeasure(bare);
}

function parseDate(text: string): Quantity | null {
  const first = dayFirst.exec(text);
  if (first !== null) return dated(first[3], first[4], first[2], first[1]);
  const second = monthFirst.exec(text);
  if (second !== null) return dated(second[3], second[4], second[1], second[2]);
  const third = monthOnly.exec(text);
  if (third !== null) return dated(third[2], third[3], third[1], undefined);
  const before = yearBefore.exec(text);
  if (before !== null) return dated(before[1], "BC", undefined, undefined);
  const alone = yearOnly.exec(text)?.[1];
  if (alone === undefined || measuresSomething(text, alone)) return null;
  return { amount: Number(alone), unit: "", day: Number(alone) * 10_000 };
}

/** "1200 m" is not a year. */
function measuresSomething(text: string, digits: string): boolean {
  const after = text.slice(text.indexOf(digits) + digits.length);
  return /^\s*[\p{L}%°]/u.test(after) || /[$€£¥]/u.test(text);
}

function dated(
  yearText: string | undefined,
  isBefore: string | undefined,
  monthName: string | undefined,
  dayText: string | undefined,
): Quantity {
  const years = Number(yearText) * (isBefore === undefined ? 1 : -1);
  const monthNumber = monthName === undefined ? 0 : months.indexOf(monthName.toLowerCase()) + 1;
  const day = years * 10_000 + monthNumber * 100 + Number(dayText ?? 0);
  return { amount: null, unit: "", day };
}

function parseMeasure(text: string): Quantity | null {
  const one = measured.exec(text);
  if (one === null || (text.match(numbers) ?? []).length > 1) return null;
  const [, sign, currency = "", innerSign, digits = "", scale = "", unit = ""] = one;
  const size = Number(digits.replaceAll(",", "")) * (scales[scale.toLowerCase()] ?? 1);
  const isNegative = sign !== undefined || innerSign !== undefined;
  return {
    amount: isNegative ? -size : size,
    unit: `${currency}${unit}`.trim().toLowerCase().replace(/\.$/u, ""),
    day: null,
  };
}
