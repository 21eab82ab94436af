/**
 * The letters and digits of a text, normalised: case, width, accents, format characters and
 * separators are removed; traditional Chinese reads as simplified, hiragana as katakana. Two texts
 * that a reader takes for the same have the same letters, however their words are separated.
 */
import { inSimplified } from "./chinese.ts";

/** Letters of a text, one by one; `from`, `to` and `parted` have an entry for each unit of `text`. */
export interface Letters {
  readonly text: string;
  /** Where the letter begins in the text it comes from. */
  readonly from: readonly number[];
  /** Where it ends there, with the marks that it carries. */
  readonly to: readonly number[];
  /** Whether something stands between it and the one before: a space, a hyphen, a line. */
  readonly parted: readonly boolean[];
}

/** Not seen, or only on the letter before: accents, vowel signs, soft hyphens, the Arabic stretch. */
const unseen = /^[\p{M}\p{Cf}\p{Lm}\p{Default_Ignorable_Code_Point}]+$/u;
const notLetters = /[^\p{L}\p{N}]|[\p{Lm}\p{Default_Ignorable_Code_Point}]/gu;
const otherDigit = /[^\P{Nd}0-9]/gu;
const hiragana = /[\u3041-\u3096]/gu;
/** From a sign of hiragana to the katakana of the same sound. */
const toKatakana = 0x60;
/** Invisible copies of ASCII, in which a text can be hidden. */
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

/** Only the digits: numbers are told in groups of any size, with anything between. */
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
  // Twice: what a compatible form stands for has two cases in its turn.
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

/** ẞ, ß and SS, ς and σ meet there, and only there. */
function inCapitals(text: string): string {
  return text.toLowerCase().toUpperCase().normalize("NFKD");
}

/** Removes tag characters, which are invisible. */
export function withoutTags(text: string): string {
  return text.replace(tags, "");
}

/** Decodes the text that is hidden in tag characters. */
export function hiddenIn(text: string): string {
  return (text.match(tags) ?? [])
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join("");
}

/** Digits of every script as those from 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(otherDigit, plainDigit);
}

/** They come in tens, zero first. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
