/** Other languages than English. */

/** BCP-47; default: English. */
export function hasEnglishRules(language: string | undefined): boolean {
  return language === undefined || /^en(?:-|$)/iu.test(language);
}

const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu;

/**
 * As CMRC 2018: each letter of an unspaced script, each word of any other. NFKC; no punctuation;
 * articles stay.
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
