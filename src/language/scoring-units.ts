/** Splits answers in other languages than English into units for comparison. */

/** `language`: a BCP-47 tag; default: English. */
export function hasEnglishRules(language: string | undefined): boolean {
  return language === undefined || /^en(?:-|$)/iu.test(language);
}

const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu;

/**
 * Units separated by spaces, as CMRC 2018 splits its answers: each letter of an unspaced script,
 * and each word of any other. NFKC, to unify full-width forms; no punctuation or signs of any
 * script; articles stay.
 */
export function unitForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(unspacedLetter, " $& ")
    .replace(/\s+/gu, " ")
    .trim();
}
