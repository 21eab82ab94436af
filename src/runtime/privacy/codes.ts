/**
 * Codes are IBANs, card and telephone numbers, keys, and email addresses. Amounts, dates and years
 * do not count: findings contain them.
 */
import { normaliseLetters, withPlainDigits } from "./letters.ts";

/** Consecutive characters that reveal a code; some telephone numbers are no longer. */
export const codeSize = 8;

const year = String.raw`(?:1\d|20)\d\d`;
const month = "(?:0?[1-9]|1[0-2])";
const day = "(?:0?[1-9]|[12]\\d|3[01])";
/** A neighbouring digit may belong to a longer number. */
const begin = String.raw`(?<!\d[-./,\s]{0,3})`;
const end = String.raw`(?![-./,\s]{0,3}\d)`;
const findings = new RegExp(
  [
    `${begin}${year}[-./]${month}[-./]${day}${end}`,
    `${begin}${day}[-./]${day}[-./]${year}${end}`,
    `${begin}${year}(?:[-–/,\\s]{1,3}${year})+${end}`,
    String.raw`${begin}[1-9]\d{0,2}(?:[,'’]\d{3})+(?:\.\d+)?${end}`,
    String.raw`${begin}(?:0|[1-9]\d{0,6})[.,]\d+${end}`,
  ].join("|"),
  "gu",
);

const number = /\d(?:[\s()./:–-]{0,3}\d)*/gu;
const key = /[A-Za-z0-9]{8,}/gu;
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/gu;
const mail = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
/** The standard's limit for an email address. */
const longestMail = 254;

export function codesIn(text: string): Set<string> {
  const plain = withPlainDigits(shown(text));
  const codes = new Set<string>();
  for (const [found] of plain.replace(findings, "|").matchAll(number)) addParts(codes, found);
  for (const pattern of [key, iban]) {
    for (const [found] of plain.matchAll(pattern)) {
      if (/[A-Za-z]/u.test(found)) addParts(codes, found);
    }
  }
  return codes;
}

/** Finds also spelt-out addresses (“at”, “dot”). */
export function mailIn(text: string): string[] {
  return shown(text)
    .split(/\s+/u)
    .filter((word) => word.includes("@") && word.length <= longestMail)
    .flatMap((word) => {
      const [found] = mail.exec(word) ?? [];
      if (found === undefined) return [];
      return [found, found.replaceAll("@", " at ").replaceAll(".", " dot ")];
    });
}

/** Invisible characters could split a number. */
function shown(text: string): string {
  return text.normalize("NFKC").replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

function addParts(codes: Set<string>, found: string): void {
  const { text } = normaliseLetters(found);
  for (let at = 0; at + codeSize <= text.length; at += 1) {
    const part = text.slice(at, at + codeSize);
    if (/\d\D*\d/u.test(part)) codes.add(part);
  }
}
