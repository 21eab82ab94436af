/** How answers are compared that are not in English. */

/** By a BCP-47 tag; without one it is English. */
export function hasEnglishRules(language: string | undefined): boolean {
  return language === undefined || /^en(?:-|$)/iu.test(language);
}

/** A letter of a script that parts no words by spaces. */
const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu;

/**
 * Units parted by spaces, as CMRC 2018 cuts its answers: each letter of such a script, and each word
 * of any other. NFKC, so that full-width forms are the usual ones; no punctuation or signs of any
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
