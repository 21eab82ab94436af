/**
 * Texts that look the same to a reader get the same letters: case, width, accents, format
 * characters and separators go; Chinese becomes simplified, hiragana katakana.
 */
import { inSimplified } from "./chinese.ts";

/** The lists have one entry per UTF-16 unit of `text`. */
export interface Letters {
  readonly text: string;
  /** Start of each letter in the original text. */
  readonly from: readonly number[];
  /** Its end there, with combining marks. */
  readonly to: readonly number[];
  /** True if a space, hyphen or line break precedes it. */
  readonly parted: readonly boolean[];
}

/** Matches accents, vowel signs, soft hyphens, the Arabic tatweel. */
const unseen = /^[\p{M}\p{Cf}\p{Lm}\p{Default_Ignorable_Code_Point}]+$/u;
const notLetters = /[^\p{L}\p{N}]|[\p{Lm}\p{Default_Ignorable_Code_Point}]/gu;
const otherDigit = /[^\P{Nd}0-9]/gu;
const hiragana = /[\u3041-\u3096]/gu;
const toKatakana = 0x60;
/** Invisible copies of ASCII can hide a text. */
const tags = /[\u{e0000}-\u{e007f}]/gu;

export function normaliseLetters(text: string): Letters {
  const letters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const parted: boolean[] = [];
  let isParted = true;
  let at = 0;
  for (const point of text) {
    const end = at + point.length;
    const folded = foldedOf(point);
    for (const unit of folded.split("")) {
      letters.push(unit);
      from.push(at);
      to.push(end);
      parted.push(isParted);
      isParted = false;
    }
    if (folded === "") {
      if (!unseen.test(point)) isParted = true;
      else if (!isParted) to[to.length - 1] = end;
    }
    at = end;
  }
  return { text: letters.join(""), from, to, parted };
}

/** Numbers may be grouped in any way. */
export function digitsOf(letters: Letters): Letters {
  const digitPositions = [...letters.from.keys()].filter((at) => isDigit(letters.text.charAt(at)));
  const of = <T>(values: readonly T[]) => digitPositions.flatMap((at) => values.slice(at, at + 1));
  return {
    text: digitPositions.map((at) => letters.text.charAt(at)).join(""),
    from: of(letters.from),
    to: of(letters.to),
    parted: of(letters.parted),
  };
}

export function isDigit(letter: string): boolean {
  return letter >= "0" && letter <= "9";
}

const known = new Map<string, string>();

function foldedOf(point: string): string {
  const before = known.get(point);
  if (before !== undefined) return before;
  // Twice: a compatibility form may itself have two cases.
  const folded = inCapitals(inCapitals(point))
    .toLowerCase()
    .normalize("NFKD")
    .replace(notLetters, "")
    .replace(otherDigit, plainDigit)
    .replace(hiragana, (sign) => String.fromCharCode(sign.charCodeAt(0) + toKatakana))
    .replace(/\p{sc=Han}/gu, inSimplified);
  known.set(point, folded);
  return folded;
}

/** Only upper-casing first makes ẞ, ß and SS, and ς and σ, equal. */
function inCapitals(text: string): string {
  return text.toLowerCase().toUpperCase().normalize("NFKD");
}

export function withoutTags(text: string): string {
  return text.replace(tags, "");
}

export function hiddenIn(text: string): string {
  return (text.match(tags) ?? [])
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join("");
}

export function withPlainDigits(text: string): string {
  return text.replace(otherDigit, plainDigit);
}

/** Unicode digits come in tens, zero first. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
